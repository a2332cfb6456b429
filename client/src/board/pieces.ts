/** Pieces as SVG: symbols defined once in the document, and the markup of a cell that uses them.
    Every colour is a custom property of the theme. */

import { type Cell, COLOURS, type Piece, type Special } from './cells'
import * as jewels from './jewels'
import * as shape from './shapes'
import { ink, path } from './svg'

export const SPRITE_ID = 'tilewright-pieces'
const SVG = 'http://www.w3.org/2000/svg'

function gradient(id: string, name: string): string {
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0.3" y2="1">` +
    `<stop offset="0" stop-color="var(--${name}-hi)"/><stop offset=".45" stop-color="var(--${name})"/>` +
    `<stop offset="1" stop-color="var(--${name}-lo)"/></linearGradient>`
  )
}

function symbol(id: string, content: string): string {
  return `<symbol id="tw-${id}" viewBox="0 0 100 100">${content}</symbol>`
}

/** A solid body: soft shadow, fill from dark to light, an edge in its own darker shade. */
function solid(d: string, name: string, edge = 3): string {
  return (
    path(d, 'fill:var(--piece-shadow)', 'transform="translate(0 4)"') +
    path(
      d,
      `fill:url(#tw-fill-${name});stroke:var(--${name}-edge);stroke-width:${edge};stroke-linejoin:round`,
    )
  )
}

const gems = COLOURS.map((colour) => {
  const { name, body, light, dark } = shape.GEMS[colour]
  const content =
    solid(body, name) +
    path(dark, `fill:var(--shade);opacity:${colour === 'y' ? 0.07 : 0.12}`) +
    path(light, `fill:var(--light);opacity:${colour === 'y' || colour === 'p' ? 0.8 : 0.34}`)
  return symbol(colour, content)
}).join('')

const rocket =
  solid(shape.ROCKET, 'special') +
  path(
    shape.ROCKET_BEAM,
    'fill:var(--special-spark);stroke:var(--special-spark);stroke-width:2;stroke-linejoin:round',
  )
const beam = path(
  shape.BEAM,
  'fill:var(--light);stroke:var(--badge-ink);stroke-width:4;stroke-linejoin:round;paint-order:stroke',
)
const upright = (content: string) => `<g transform="rotate(90 50 50)">${content}</g>`

const bomb =
  path(shape.BOMB_FUSE, 'fill:none;stroke:var(--special-edge);stroke-width:5;stroke-linecap:round') +
  solid(shape.BOMB, 'special') +
  path(shape.BOMB_RING, 'fill:var(--special-spark);opacity:.95') +
  path(shape.BOMB_CORE, 'fill:var(--special-spark)') +
  path(shape.BOMB_SPARK, 'fill:var(--special-spark);stroke:var(--special-edge);stroke-width:1.5')
const ringed = path(
  shape.BOMB_BADGE,
  'fill:var(--light);stroke:var(--badge-ink);stroke-width:3.5;paint-order:stroke',
)

const rainbow =
  shape.PETALS.map((petal) => path(petal, 'fill:var(--piece-shadow)', 'transform="translate(0 4)"')).join(
    '',
  ) +
  shape.PETALS.map((petal, i) => {
    const name = shape.GEMS[COLOURS[i] ?? 'r'].name
    return path(petal, `fill:url(#tw-fill-${name});stroke:var(--${name}-edge);stroke-width:2.5`)
  }).join('') +
  path(shape.RAINBOW_CORE, 'fill:var(--light);stroke:var(--special-edge);stroke-width:2.5') +
  path(shape.RAINBOW_STAR, 'fill:var(--badge-ink)')

function artifactBand(): string {
  return path(shape.AMPHORA_BAND, 'fill:var(--artifact-edge);opacity:.75')
}
const artifact = solid(shape.AMPHORA, 'artifact') + artifactBand()

const line = (width: number) => `fill:none;stroke:var(--box-line);stroke-width:${width};stroke-linecap:round`
const crate =
  path(shape.CRATE, 'fill:var(--piece-shadow)', 'transform="translate(0 3)"') +
  path(shape.CRATE, 'fill:url(#tw-fill-box);stroke:var(--box-line);stroke-width:3') +
  path(shape.CRATE_FRAME, 'fill:var(--shade);opacity:.1') +
  path(shape.CRATE_PLANKS, `${line(4)};opacity:.55`) +
  path(shape.CRATE_FRAME, line(3)) +
  path(shape.CRATE_NAILS, 'fill:var(--box-line)')

const frosts = [1, 2, 3].map((layers) =>
  symbol(
    `ice${layers}`,
    path(shape.FROST, `fill:var(--ice);opacity:${0.2 + 0.09 * layers}`) +
      path(shape.FROST, `fill:none;stroke:var(--ice-edge);stroke-width:${2 + 1.3 * layers};opacity:.9`) +
      path(shape.FROST_INNER, `fill:none;stroke:var(--ice-light);stroke-width:${1 + layers};opacity:.7`) +
      path(
        shape.FROST_CRACKS.slice(0, layers).join(''),
        'fill:none;stroke:var(--ice-light);stroke-width:4;stroke-linecap:round;opacity:.95',
      ),
  ),
)

const turfs = [1, 2, 3].map((layers) =>
  symbol(
    `grass${layers}`,
    path(shape.TURF, `fill:var(--grass${layers > 1 ? `-${layers}` : ''})`) +
      path(
        shape.BLADES.slice(0, layers).join(''),
        'fill:none;stroke:var(--grass-blade);stroke-width:3;stroke-linecap:round',
      ),
  ),
)

const unknown =
  '<circle cx="50" cy="50" r="15" fill="var(--unknown)" opacity=".55"/>' +
  '<circle cx="50" cy="50" r="27" fill="none" stroke="var(--unknown)" stroke-width="4" stroke-dasharray="8 9" opacity=".7"/>'

const GRADIENTS = [
  '<defs>',
  ...[...COLOURS.map((colour) => shape.GEMS[colour].name), 'artifact', 'special', 'box'].map((name) =>
    gradient(`tw-fill-${name}`, name),
  ),
  '</defs>',
].join('')

const SPRITE = [
  GRADIENTS,
  gems,
  symbol('row', rocket),
  symbol('column', upright(rocket)),
  symbol('beam-row', beam),
  symbol('beam-column', upright(beam)),
  symbol('bomb', bomb),
  symbol('ringed', ringed),
  symbol('rainbow', rainbow),
  symbol('artifact', artifact),
  symbol('crate', crate),
  symbol('unknown', unknown),
  ...frosts,
  ...turfs,
].join('')

/** The same symbols as cut jewels, for a theme whose token `--cut` is 1. */
const JEWELS = [
  GRADIENTS.replace('</defs>', `${jewels.JEWEL_DEFS}</defs>`),
  ...COLOURS.map((colour) => symbol(colour, jewels.gem(colour))),
  symbol('row', jewels.solidJewel(shape.ROCKET, 'special') + jewels.groove),
  symbol('column', upright(jewels.solidJewel(shape.ROCKET, 'special') + jewels.groove)),
  symbol('beam-row', jewels.groove),
  symbol('beam-column', upright(jewels.groove)),
  symbol('bomb', jewels.solidJewel(shape.BOMB, 'special') + jewels.core),
  symbol('ringed', jewels.core),
  symbol('rainbow', jewels.prism),
  symbol('artifact', jewels.solidJewel(shape.AMPHORA, 'artifact') + artifactBand()),
  symbol('crate', jewels.block),
  symbol('unknown', unknown),
  ...frosts.map((frost) => frost.replace('</symbol>', `${jewels.iceFacets}</symbol>`)),
  ...turfs,
].join('')

/** Draws all pieces anew in the cut of the theme, as `--cut` of the root element says; true when it changed. */
export function dressPieces(page: Document = document): boolean {
  ensureSprite(page)
  const sprite = page.getElementById(SPRITE_ID)
  const cut = getComputedStyle(page.documentElement).getPropertyValue('--cut').trim() === '1'
  if (!sprite || (sprite.dataset.cut === '1') === cut) return false
  sprite.dataset.cut = cut ? '1' : '0'
  sprite.innerHTML = cut ? JEWELS : SPRITE
  return true
}

/** Puts the symbols into the document, once. */
export function ensureSprite(page: Document = document): void {
  if (page.getElementById(SPRITE_ID)) return
  const svg = page.createElementNS(SVG, 'svg')
  svg.id = SPRITE_ID
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('width', '0')
  svg.setAttribute('height', '0')
  svg.style.position = 'absolute'
  svg.innerHTML = SPRITE
  page.body.prepend(svg)
}

const ALONE: Record<Special, string> = { '-': 'row', '|': 'column', '*': 'bomb', '%': 'rainbow' }
const OVER: Record<Special, string> = { '-': 'beam-row', '|': 'beam-column', '*': 'ringed', '%': 'rainbow' }

function use(id: string): string {
  return `<use href="#tw-${id}"/>`
}

/** Pieces stand a little inside their cell, so that ground and marks show around them. */
function inset(content: string, by = 8): string {
  return `<g transform="translate(${by} ${by}) scale(${(100 - 2 * by) / 100})">${content}</g>`
}

function body(piece: Piece): string {
  switch (piece.kind) {
    case 'normal':
      return inset(use(piece.colour))
    case 'special':
      return piece.colour === null
        ? inset(use(ALONE[piece.special]), 6)
        : inset(use(piece.colour)) + inset(use(OVER[piece.special]), 2)
    case 'artifact':
      return inset(use('artifact'))
    case 'box':
      return inset(use('crate'), 4) + (piece.hits > 1 ? count(piece.hits, 50, 50, 19) : '')
    case 'unknown':
      return use('unknown')
  }
}

/** A number on a small disc. */
function count(n: number, x: number, y: number, r = 14): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--badge)"/>` +
    `<text x="${x}" y="${y + r * 0.48}" text-anchor="middle" ` +
    `${ink(`fill:var(--on-badge);font-weight:700;font-family:var(--font);font-size:${r * 1.4}`)}>${n}</text>`
  )
}

/** What stands on a cell and moves with it: the piece and its ice. Units: 100 a cell. */
export function pieceMarkup(cell: Cell): string {
  return cell.piece ? body(cell.piece) + frostMarkup(cell.ice) : ''
}

export function frostMarkup(ice: number): string {
  if (ice === 0) return ''
  return use(`ice${Math.min(ice, 3)}`) + (ice > 1 ? count(ice, 83, 17) : '')
}

/** What lies under the piece. */
export function groundMarkup(grass: number): string {
  return grass === 0 ? '' : use(`grass${Math.min(grass, 3)}`)
}

/** How many layers lie there: shown above the piece, or a box would hide it. */
export function groundCount(grass: number): string {
  return grass > 1 ? count(grass, 16, 84, 13) : ''
}

/** A gem's plain outline, for the silhouette check and for icons in one colour. */
export function silhouette(colour: keyof typeof shape.GEMS): string {
  return shape.GEMS[colour].body
}

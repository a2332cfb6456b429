/** The pieces cut as jewels: the same outlines with facets, a table and an inner light. Colours come from the theme. */

import { COLOURS, type Colour } from './cells'
import * as shape from './shapes'
import { path } from './svg'

/** Where the facets of each gem meet, and how many there are. */
const CUTS: Record<Colour, { x: number; y: number; facets: number; turn: number; table: number }> = {
  r: { x: 50, y: 68, facets: 9, turn: -90, table: 0.6 },
  b: { x: 50, y: 62, facets: 10, turn: -90, table: 0.58 },
  g: { x: 50, y: 50, facets: 8, turn: -90, table: 0.56 },
  y: { x: 50, y: 54, facets: 10, turn: -90, table: 0.5 },
  p: { x: 50, y: 50, facets: 16, turn: -90, table: 0 },
  o: { x: 50, y: 50, facets: 6, turn: -90, table: 0.58 },
}

/** Light falls in from the upper left. */
const LIGHT = (-125 * Math.PI) / 180

/** The order of the colours in a prism. */
const SPECTRUM: readonly Colour[] = ['r', 'o', 'y', 'g', 'b', 'p']

const SPECIALS = ['special', 'artifact', 'box'] as const

function stop(at: number, colour: string, opacity = 1): string {
  return `<stop offset="${at}" stop-color="var(--${colour})" stop-opacity="${opacity}"/>`
}

function lit(name: string): string {
  return (
    `<radialGradient id="tw-lit-${name}" cx=".5" cy=".62" r=".68">` +
    `${stop(0, `${name}-hi`)}${stop(0.42, name)}${stop(1, `${name}-lo`)}</radialGradient>`
  )
}

function table(name: string): string {
  return (
    `<linearGradient id="tw-table-${name}" x1=".1" y1="0" x2=".8" y2="1">` +
    `${stop(0, `${name}-hi`)}${stop(0.5, name)}${stop(0.78, `${name}-lo`)}${stop(1, `${name}-hi`)}</linearGradient>`
  )
}

function clip(id: string, d: string): string {
  return `<clipPath id="tw-clip-${id}"><path d="${d}" clip-rule="evenodd"/></clipPath>`
}

export const JEWEL_DEFS =
  COLOURS.map((colour) => {
    const { name, body } = shape.GEMS[colour]
    return lit(name) + table(name) + clip(colour, body)
  }).join('') +
  SPECIALS.map((name) => lit(name) + table(name)).join('') +
  clip('prism', shape.PRISM) +
  `<radialGradient id="tw-glow">${stop(0, 'light', 0.95)}${stop(0.35, 'light', 0.4)}${stop(1, 'light', 0)}</radialGradient>` +
  `<radialGradient id="tw-spark">${stop(0, 'light')}${stop(0.3, 'beam', 0.95)}${stop(1, 'beam', 0)}</radialGradient>`

/** Wedges around a point, brighter towards the light and darker away from it, every second one a little more. */
function facets(x: number, y: number, count: number, turn: number): string {
  const step = 360 / count
  return Array.from({ length: count }, (_, i) => {
    const from = ((turn + i * step) * Math.PI) / 180
    const to = ((turn + (i + 1) * step) * Math.PI) / 180
    const facing = Math.cos((from + to) / 2 - LIGHT) + (i % 2 === 0 ? 0.24 : -0.24)
    const corner = (angle: number) =>
      `${(x + 110 * Math.cos(angle)).toFixed(1)} ${(y + 110 * Math.sin(angle)).toFixed(1)}`
    const tone = facing > 0 ? 'light' : 'shade'
    const opacity = (Math.abs(facing) * (facing > 0 ? 0.3 : 0.5)).toFixed(2)
    return path(`M${x} ${y}L${corner(from)}L${corner(to)}Z`, `fill:var(--${tone});opacity:${opacity}`)
  }).join('')
}

function about(x: number, y: number, scale: number, content: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})">${content}</g>`
}

/** The shine that a jewel throws on what lies around it. */
function halo(d: string, name: string): string {
  return [13, 7]
    .map((width) =>
      path(
        d,
        `fill:none;stroke:var(--${name});stroke-width:${width};stroke-linejoin:round;opacity:var(--halo)`,
      ),
    )
    .join('')
}

export function gem(colour: Colour): string {
  const { name, body, light } = shape.GEMS[colour]
  const { x, y, facets: count, turn, table: size } = CUTS[colour]
  const outline = colour === 'g' ? shape.LEAF : body
  const top = size
    ? about(
        x,
        y,
        size,
        path(
          outline,
          `fill:url(#tw-table-${name});stroke:var(--${name}-hi);stroke-width:3.5;stroke-linejoin:round`,
        ) + path(outline, 'fill:none;stroke:var(--light);stroke-width:1.6;opacity:.5'),
      )
    : ''
  const sign = colour === 'y' || colour === 'p' ? 0.95 : 0.26
  return (
    halo(body, name) +
    path(body, `fill:url(#tw-lit-${name});stroke:var(--${name}-edge);stroke-width:3;stroke-linejoin:round`) +
    `<g clip-path="url(#tw-clip-${colour})">` +
    facets(x, y, count, turn) +
    top +
    `<circle cx="${x + 3}" cy="${y + 9}" r="33" fill="url(#tw-glow)" opacity="var(--inner-light)"/>` +
    path(body, 'fill:none;stroke:var(--light);stroke-width:3.4;opacity:.3') +
    '<ellipse cx="33" cy="30" rx="20" ry="9" transform="rotate(-42 33 30)" fill="url(#tw-glow)" opacity=".75"/>' +
    '</g>' +
    path(light, `fill:var(--light);opacity:${sign}`)
  )
}

/** An engraved line with light in its groove, heads at both ends; the silhouette stays around it. */
export const groove =
  path(shape.GROOVE, 'fill:none;stroke:var(--badge-ink);stroke-width:15;stroke-linecap:round;opacity:.8') +
  path(shape.GROOVE, 'fill:none;stroke:var(--beam);stroke-width:8.5;stroke-linecap:round') +
  path(shape.GROOVE, 'fill:none;stroke:var(--light);stroke-width:3.6;stroke-linecap:round') +
  path(
    shape.GROOVE_HEADS,
    'fill:var(--light);stroke:var(--badge-ink);stroke-width:5;stroke-linejoin:round;paint-order:stroke',
  )

/** A core of light in two rings. */
export const core =
  '<circle cx="50" cy="54" r="25" fill="var(--badge-ink)" opacity=".72"/>' +
  '<circle cx="50" cy="54" r="23.5" fill="none" stroke="var(--light)" stroke-width="4"/>' +
  '<circle cx="50" cy="54" r="16.5" fill="none" stroke="var(--beam)" stroke-width="3"/>' +
  '<circle cx="50" cy="54" r="15" fill="url(#tw-spark)"/>' +
  '<circle cx="50" cy="54" r="6.5" fill="var(--light)"/>'

/** A brilliant of many colours; the board lays a slow sheen over it. */
export const prism =
  halo(shape.PRISM, 'light') +
  path(shape.PRISM, 'fill:var(--special-hi);stroke:var(--light);stroke-width:4;stroke-linejoin:round') +
  '<g clip-path="url(#tw-clip-prism)">' +
  shape.PRISM_FACETS.map((d, i) => {
    const name = shape.GEMS[SPECTRUM[i % SPECTRUM.length] ?? 'r'].name
    return path(d, `fill:var(--${name});stroke:var(--light);stroke-width:1.4`)
  }).join('') +
  facets(50, 50, 16, -90) +
  '</g>' +
  path(shape.PRISM_TABLE, 'fill:url(#tw-table-special);stroke:var(--light);stroke-width:3') +
  '<circle cx="50" cy="50" r="36" fill="url(#tw-glow)" opacity=".9"/>' +
  path(shape.RAINBOW_STAR, 'fill:var(--light);stroke:var(--badge-ink);stroke-width:2.5;paint-order:stroke')

/** A block of dark stone with metal corners. */
export const block =
  path(shape.CRATE, 'fill:url(#tw-lit-box);stroke:var(--box-line);stroke-width:4') +
  path(shape.BLOCK_TOP, 'fill:var(--light);opacity:.16') +
  path(shape.BLOCK_FOOT, 'fill:var(--shade);opacity:.42') +
  path(shape.CRATE_FRAME, 'fill:url(#tw-table-box);stroke:var(--box-line);stroke-width:2.4') +
  path(shape.BLOCK_SIGN, 'fill:none;stroke:var(--box-line);stroke-width:3.4;stroke-linejoin:round') +
  path(shape.BLOCK_CORNERS, 'fill:none;stroke:var(--box-line);stroke-width:6;stroke-linejoin:round')

export function solidJewel(d: string, name: string): string {
  return (
    halo(d, name) +
    path(d, `fill:url(#tw-lit-${name});stroke:var(--${name}-edge);stroke-width:3;stroke-linejoin:round`) +
    path(d, 'fill:none;stroke:var(--light);stroke-width:1.5;opacity:.5')
  )
}

/** Facets in the ice, over its frost. */
export const iceFacets =
  path(shape.ICE_LIGHT, 'fill:var(--ice-light);opacity:.26') +
  path(shape.ICE_SHADE, 'fill:var(--ice-edge);opacity:.22')

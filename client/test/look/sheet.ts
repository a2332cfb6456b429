/** Every piece on one sheet: black silhouettes at 24 px, both schemes, and as eyes with other cones see them. */

import '../../src/themes/tokens.css'
import { COLOURS, parseCell } from '../../src/board/cells'
import { ensureSprite, groundMarkup, pieceMarkup, silhouette } from '../../src/board/pieces'
import { thumbnail } from '../../src/board/thumbnail'

/** Linear-light matrices of Machado and others (2009), full severity; greyscale by luminance. */
const EYES: Record<string, string> = {
  normal: '1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0',
  protanopia: '0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0',
  deuteranopia: '0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0',
  tritanopia: '1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0',
  greyscale: '0.213 0.715 0.072 0 0 0.213 0.715 0.072 0 0 0.213 0.715 0.072 0 0 0 0 0 1 0',
}

const ROWS = [
  'r b g y p o - | * % @',
  "r, b,, g,,, r' b'' g''' y'''' p''''' o'''''' r''''''' b'''''''''",
  '[1] [2] [3] [4] [5] [6] [7] [8] [9] [3],, .,',
  'r- b- g- y- p- r| b| y| r* g* p*',
]

function svg(content: string, size: number): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 100 100">${content}</svg>`
}

function black(size: number): string {
  return COLOURS.map((colour) => svg(`<path fill-rule="evenodd" d="${silhouette(colour)}"/>`, size)).join(' ')
}

function board(eye: string): string {
  const filter = `<svg width="0" height="0"><filter id="${eye}" color-interpolation-filters="linearRGB"><feColorMatrix values="${EYES[eye]}"/></filter></svg>`
  return `${filter}<figure style="margin:4px;filter:url(#${eye});width:620px"><figcaption>${eye}</figcaption>${thumbnail(ROWS)}</figure>`
}

ensureSprite()
const sheet = document.getElementById('sheet')
if (sheet) {
  const cell = parseCell('r-')
  sheet.innerHTML =
    `<p>24 px: ${black(24)} · 48 px: ${black(48)} · small board cells: ` +
    `${ROWS[0]
      ?.split(' ')
      .map((text) => svg(pieceMarkup(parseCell(text)), 30))
      .join(' ')} ` +
    `${svg(groundMarkup(1) + pieceMarkup(cell), 30)}</p>` +
    `<div style="display:flex;flex-wrap:wrap">${Object.keys(EYES).map(board).join('')}</div>`
  document.body.style.cssText = 'background:var(--ground);color:var(--text);font:14px var(--font)'
}
if (new URLSearchParams(location.search).has('dark')) document.documentElement.dataset.scheme = 'dark'

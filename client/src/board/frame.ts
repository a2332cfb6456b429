/** The shape of a board: the outline of its floor, with holes cut out and every corner rounded. */

import { HOLE, splitRow } from './cells'

interface Point {
  x: number
  y: number
}

export const UNIT = 100

export function floorOf(rows: readonly string[]): boolean[][] {
  return rows.map((row) => splitRow(row).map((cell) => cell !== HOLE))
}

/** An SVG path around all floor cells; `UNIT` is the side of a cell. */
export function outline(floor: boolean[][], radius = 24): string {
  return loops(edges(floor))
    .map((loop) => rounded(corners(loop), radius))
    .join('')
}

function edges(floor: boolean[][]): Map<string, Point[]> {
  const has = (x: number, y: number) => floor[y]?.[x] ?? false
  const next = new Map<string, Point[]>()
  const add = (x: number, y: number, to: Point) => {
    const key = `${x},${y}`
    next.set(key, [...(next.get(key) ?? []), to])
  }
  floor.forEach((row, y) => {
    row.forEach((inside, x) => {
      if (!inside) return
      if (!has(x, y - 1)) add(x, y, { x: x + 1, y })
      if (!has(x + 1, y)) add(x + 1, y, { x: x + 1, y: y + 1 })
      if (!has(x, y + 1)) add(x + 1, y + 1, { x, y: y + 1 })
      if (!has(x - 1, y)) add(x, y + 1, { x, y })
    })
  })
  return next
}

function loops(next: Map<string, Point[]>): Point[][] {
  const found: Point[][] = []
  for (const [start, ways] of next) {
    while (ways.length > 0) {
      const [x = 0, y = 0] = start.split(',').map(Number)
      const loop: Point[] = []
      let here: Point = { x, y }
      let before: Point | undefined
      do {
        loop.push(here)
        const out = next.get(`${here.x},${here.y}`) ?? []
        const step = turnRight(out, before, here)
        out.splice(out.indexOf(step), 1)
        before = here
        here = step
      } while (here.x !== x || here.y !== y)
      found.push(loop)
    }
  }
  return found
}

/** Where two cells touch at a corner only, the outline stays with its own cell. */
function turnRight(out: Point[], before: Point | undefined, here: Point): Point {
  const first = out[0]
  if (!first) throw new Error('an outline that does not close')
  if (!before || out.length === 1) return first
  const dx = here.x - before.x
  const dy = here.y - before.y
  return out.find((to) => dx * (to.y - here.y) - dy * (to.x - here.x) > 0) ?? first
}

function corners(loop: Point[]): Point[] {
  return loop.filter((point, i) => {
    const before = loop.at(i - 1) ?? point
    const after = loop[(i + 1) % loop.length] ?? point
    return (point.x - before.x) * (after.y - point.y) !== (point.y - before.y) * (after.x - point.x)
  })
}

function rounded(points: Point[], radius: number): string {
  const towards = (from: Point, to: Point): string => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) * UNIT
    const share = radius / length
    const x = from.x + (to.x - from.x) * share
    const y = from.y + (to.y - from.y) * share
    return `${round(x)} ${round(y)}`
  }
  const parts = points.map((point, i) => {
    const before = points.at(i - 1) ?? point
    const after = points[(i + 1) % points.length] ?? point
    const corner = `Q${round(point.x)} ${round(point.y)} ${towards(point, after)}`
    return `${i === 0 ? 'M' : 'L'}${towards(point, before)}${corner}`
  })
  return `${parts.join('')}Z`
}

function round(cells: number): number {
  return Math.round(cells * UNIT * 10) / 10
}

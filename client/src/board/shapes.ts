/** Outlines of the pieces in a box of 100 × 100. Each must be recognisable in plain black at 24 px. */

function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
}

/** Points around a centre, radii taken in turn, the first one upwards. */
export function around(radii: readonly number[], count: number, x = 50, y = 50, turn = -90): string {
  return polygon(
    Array.from({ length: count }, (_, i) => {
      const angle = ((turn + (360 * i) / count) * Math.PI) / 180
      const radius = radii[i % radii.length] ?? 0
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
    }),
  )
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
}

/** A triangle that burns: flat foot, one high tongue, a lower one at its left. */
const FLAME =
  'M57 5C60 25 78 37 89 66C96 83 89 93 76 93H24C11 93 4 83 11 66C16 54 21 49 22 33C29 37 34 43 37 50C47 38 55 25 57 5Z'
const FLAME_CORE =
  'M56 42C58 53 66 59 70 70C74 80 69 86 61 86H40C31 86 26 79 31 69C33 64 35 62 36 57C39 59 41 61 42 64C48 58 54 51 56 42Z'

const DROP = 'M50 4C56 17 84 42 84 63C84 82 69 96 50 96C31 96 16 82 16 63C16 42 44 17 50 4Z'
const DROP_LIGHT = 'M27 61C27 76 36 86 49 88C38 80 34 70 36 55C37 47 41 39 45 32C35 42 27 52 27 61Z'

/** A diamond with the bulging sides and the veins of a leaf; the veins are cut right through. */
export const LEAF = 'M50 2C62 13 87 33 97 50C87 67 62 87 50 98C38 87 13 67 3 50C13 33 38 13 50 2Z'
const VEINS =
  'M48 90V71L30 56L33 52.5L48 65V49L36 39L39 35.5L48 43V30H52V43L61 35.5L64 39L52 49V65L67 52.5L70 56L52 71V90Z'
const LEAF_SHADE = 'M50 2C62 13 87 33 97 50C87 67 62 87 50 98Z'

const STAR = around([50, 21.5], 10, 50, 54)
const STAR_SHADE = [0, 72, 144, 216, 288]
  .map((turn) => {
    const at = (angle: number, r: number): readonly [number, number] => {
      const radians = ((angle - 90) * Math.PI) / 180
      return [50 + r * Math.cos(radians), 54 + r * Math.sin(radians)]
    }
    return polygon([at(turn, 50), at(turn + 36, 21.5), at(0, 0)])
  })
  .join('')
const BOLT = 'M56 29L36 57H48L43 79L65 49H52Z'

const RING = `${circle(50, 50, 46)}${circle(50, 50, 29)}${around([21, 7.5], 8)}`
const RING_LIGHT = Array.from({ length: 8 }, (_, i) => {
  const angle = (Math.PI / 4) * i + Math.PI / 8
  return circle(50 + 37.5 * Math.cos(angle), 50 + 37.5 * Math.sin(angle), 3.2)
}).join('')

const HEXAGON = around([47], 6)
const HEXAGON_SHADE = 'M50 50L50 97L9.3 73.5V26.5Z'
const HEXAGON_CORE = around([27], 6)

export const GEMS = {
  r: { name: 'ruby', body: FLAME, light: FLAME_CORE, dark: '' },
  b: { name: 'sapphire', body: DROP, light: DROP_LIGHT, dark: '' },
  g: { name: 'emerald', body: LEAF + VEINS, light: '', dark: LEAF_SHADE + VEINS },
  y: { name: 'topaz', body: STAR, light: BOLT, dark: STAR_SHADE },
  p: { name: 'amethyst', body: RING, light: RING_LIGHT, dark: '' },
  o: { name: 'orange', body: HEXAGON, light: HEXAGON_CORE, dark: HEXAGON_SHADE },
} as const

/** Arrowheads both ways with a slim body: the direction it will fly, at a glance. */
export const ROCKET = 'M3 50L27 24V39H73V24L97 50L73 76V61H27V76Z'
export const ROCKET_BEAM = 'M14 47.5H86V52.5H14Z'
/** The overlay on a coloured rocket: slim enough to leave the silhouette under it readable. */
export const BEAM = 'M1 50L17 36V45H83V36L99 50L83 64V55H17V64Z'

export const BOMB = `${circle(48, 57, 37)}M58 23L66 13L80 24L73 33Z`
export const BOMB_RING = `${circle(48, 57, 23)}${circle(48, 57, 15)}`
export const BOMB_CORE = circle(48, 57, 7)
export const BOMB_FUSE = 'M74 18C78 8 87 8 90 14'
export const BOMB_SPARK = around([11, 4], 8, 89, 15)
export const BOMB_BADGE = `${circle(50, 50, 25)}${circle(50, 50, 16)}${circle(50, 50, 9)}`

export const PETALS = Array.from({ length: 6 }, (_, i) => {
  const angle = (Math.PI / 3) * i - Math.PI / 2
  return circle(50 + 28 * Math.cos(angle), 50 + 28 * Math.sin(angle), 19)
})
export const RAINBOW_CORE = circle(50, 50, 21)
export const RAINBOW_STAR = around([17, 6.5], 8)

/** The cut forms of the specials. */
export const GROOVE = 'M15 50H85'
export const GROOVE_HEADS = 'M2 50L16 38V62ZM98 50L84 38V62Z'
export const PRISM = around([47], 12, 50, 50, -75)
export const PRISM_FACETS = Array.from({ length: 12 }, (_, i) => {
  const corner = (n: number, r: number) => {
    const angle = ((-75 + 30 * n) * Math.PI) / 180
    return [50 + r * Math.cos(angle), 50 + r * Math.sin(angle)] as const
  }
  return polygon([corner(i, 47), corner(i + 1, 47), corner(i + 1, 20), corner(i, 20)])
})
export const PRISM_TABLE = around([22], 12, 50, 50, -75)

export const AMPHORA =
  'M36 4H64V14H59C59 22 61 26 66 29C82 20 92 33 84 45C81 50 77 53 74 55C73 70 66 79 59 84V89H69V97H31V89H41V84C34 79 27 70 26 55C23 53 19 50 16 45C8 33 18 20 34 29C39 26 41 22 41 14H36Z' +
  'M73 36C75 39 75.5 43 75 47C80 43 80 34 73 36ZM27 36C20 34 20 43 25 47C24.5 43 25 39 27 36Z'
export const AMPHORA_BAND = 'M27 51H73L72.6 60H27.4ZM33 68H67L65 72.5H35Z'

export const CRATE = 'M16 6H84Q94 6 94 16V84Q94 94 84 94H16Q6 94 6 84V16Q6 6 16 6Z'
export const CRATE_FRAME = 'M16 16H84V84H16Z'
export const CRATE_PLANKS = 'M24 38.5H76M24 61.5H76M21 79L79 21'
export const CRATE_NAILS = [11.5, 88.5].flatMap((x) => [11.5, 88.5].map((y) => circle(x, y, 2.2))).join('')

export const BLOCK_TOP = 'M8 10Q10 6 16 6H84Q90 6 92 10L84 16H16Z'
export const BLOCK_FOOT = 'M8 90Q10 94 16 94H84Q90 94 92 90L84 84H16Z'
export const BLOCK_SIGN = 'M50 26L70 50L50 74L30 50ZM50 38L60 50L50 62L40 50Z'
export const BLOCK_CORNERS =
  'M7 27V16Q7 7 16 7H27M73 7H84Q93 7 93 16V27M93 73V84Q93 93 84 93H73M27 93H16Q7 93 7 84V73'

export const ICE_LIGHT = 'M4 34V20Q4 4 20 4H58ZM96 58L58 96H40L96 40Z'
export const ICE_SHADE = 'M96 66V80Q96 96 80 96H66ZM4 60L4 46L46 4H58Z'
export const FROST = 'M20 4H80Q96 4 96 20V80Q96 96 80 96H20Q4 96 4 80V20Q4 4 20 4Z'
export const FROST_INNER = 'M23 11H77Q89 11 89 23V77Q89 89 77 89H23Q11 89 11 77V23Q11 11 23 11Z'
export const FROST_CRACKS = [
  'M10 34L34 10M10 48L22 36',
  'M90 66L66 90M90 52L78 64',
  'M10 70L30 90M70 10L90 30',
] as const

export const TURF =
  'M19.5 2.5H80.5Q97.5 2.5 97.5 19.5V80.5Q97.5 97.5 80.5 97.5H19.5Q2.5 97.5 2.5 80.5V19.5Q2.5 2.5 19.5 2.5Z'
/** Blades along the foot and the head of the cell, where no piece covers them. */
export const BLADES = [
  'M10 95Q9 86 5 81M14 95Q15 85 12 77M20 95Q20 88 25 83M80 95Q79 87 75 82M86 95Q86 84 89 78M91 95Q91 88 96 84',
  'M30 96Q29 90 26 87M37 96Q38 89 41 86M62 96Q62 89 59 87M69 96Q70 90 73 88M8 22Q8 14 5 9M14 17Q14 11 17 7',
  'M86 19Q86 11 83 7M92 24Q92 15 95 10M45 97Q45 92 43 90M54 97Q54 91 57 89M7 60Q7 53 4 49M93 58Q93 51 96 47',
] as const

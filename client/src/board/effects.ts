/** Light and splinters on one canvas over the board. Positions are in cells; colours come from the theme. */

type Draw = (context: CanvasRenderingContext2D, age: number) => void

interface Effect {
  born: number
  life: number
  draw: Draw
  /** Drawn over all that is not. */
  last: boolean
}

export interface Spot {
  x: number
  y: number
}

/** How far the canvas reaches beyond the board, in cells. */
export const MARGIN = 0.6

export class Effects {
  enabled = true
  #alive: Effect[] = []
  #frame = 0
  #unit = 0
  #colours = new Map<string, string>()

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly size: () => { width: number; height: number },
  ) {}

  /** Forgets the colours of an earlier theme. */
  forgetColours(): void {
    this.#colours.clear()
  }

  clear(): void {
    this.#alive = []
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.canvas.getContext?.('2d')?.clearRect(0, 0, this.canvas.width, this.canvas.height)
  }

  flash(at: Spot, delay = 0): void {
    const colour = this.#colour('flash')
    this.#add(delay, 150, (c, age) => {
      c.globalAlpha = 0.75 * (1 - age)
      c.fillStyle = colour
      disc(c, at.x, at.y, 0.22 + 0.3 * age)
    })
  }

  /** Light in a piece's own colour when it is cleared, where the theme has it. */
  bloom(at: Spot, name: string, delay = 0): void {
    if (this.#colour('bloom') !== '1') return
    const colour = this.#colour(name)
    const core = this.#colour('flash')
    this.#add(delay, 420, (c, age) => {
      c.globalCompositeOperation = 'lighter'
      const fade = 1 - age
      for (const [radius, alpha] of [
        [0.95, 0.1],
        [0.72, 0.16],
        [0.5, 0.26],
      ] as const) {
        c.globalAlpha = alpha * fade
        c.fillStyle = colour
        disc(c, at.x, at.y, radius * (0.7 + 0.5 * age))
      }
      c.globalAlpha = 0.75 * fade ** 2
      c.fillStyle = core
      star(c, at.x, at.y, 0.62 * (0.5 + age * 0.7), 0.07 * fade)
    })
  }

  shards(at: Spot, name: string, delay = 0): void {
    const colour = this.#colour(name)
    const light = this.#colour('light')
    for (let i = 0; i < 9; i += 1) {
      const angle = (i / 9) * 2 * Math.PI + Math.random() * 0.6
      const speed = 0.5 + Math.random() * 0.65
      const size = 0.06 + Math.random() * 0.08
      const spin = (Math.random() - 0.5) * 9
      this.#add(delay, 380 + Math.random() * 160, (c, age) => {
        const way = speed * (1 - (1 - age) ** 2)
        const x = at.x + Math.cos(angle) * way
        const y = at.y + Math.sin(angle) * way + 0.75 * age * age
        c.globalAlpha = 1 - age * age
        c.fillStyle = i % 4 === 0 ? light : colour
        splinter(c, x, y, size * (1 - age * 0.4), angle + spin * age)
      })
    }
  }

  /** A rocket's path, both ways from where it started; `wide` is its breadth in cells. */
  beam(at: Spot, across: boolean, delay = 0, wide = 1): void {
    const { width, height } = this.size()
    const colour = this.#colour('beam')
    const core = this.#colour('flash')
    const length = across ? width : height
    this.#add(delay, wide > 1 ? 620 : 380, (c, age) => {
      const reach = Math.min(1, age / 0.55) * length
      const fade = age < 0.5 ? 1 : 2 * (1 - age)
      const from = Math.max(0, (across ? at.x : at.y) - reach)
      const to = Math.min(length, (across ? at.x : at.y) + reach)
      for (const [thick, ink, alpha] of [
        [0.62, colour, 0.28],
        [0.3, colour, 0.75],
        [0.1, core, 1],
      ] as const) {
        c.globalAlpha = alpha * fade
        c.fillStyle = ink
        const t = thick * wide * (0.4 + 0.6 * fade)
        if (across) bar(c, from, at.y - t / 2, to - from, t)
        else bar(c, at.x - t / 2, from, t, to - from)
      }
    })
  }

  /** A bomb's ring. */
  ring(at: Spot, radius: number, delay = 0): void {
    const colour = this.#colour('beam')
    const core = this.#colour('flash')
    this.#add(delay, 400, (c, age) => {
      const eased = 1 - (1 - age) ** 3
      c.globalAlpha = 0.4 * (1 - age)
      c.fillStyle = colour
      disc(c, at.x, at.y, radius * eased)
      c.globalAlpha = 1 - age
      c.lineWidth = 0.26 * (1 - age) + 0.03
      c.strokeStyle = colour
      circle(c, at.x, at.y, radius * eased)
      c.lineWidth *= 0.4
      c.strokeStyle = core
      circle(c, at.x, at.y, radius * eased)
    })
  }

  /** Two rainbows: bolts of every colour from the middle to all sides, and a ring over the whole board. */
  storm(at: Spot, names: readonly string[], delay = 0): void {
    const { width, height } = this.size()
    const reach = Math.hypot(width, height)
    const core = this.#colour('flash')
    const colours = names.map((name) => this.#colour(name))
    const bolts = Array.from({ length: 26 }, (_, i) => {
      const angle = (i / 26) * 2 * Math.PI + (Math.random() - 0.5) * 0.2
      const kinks = Array.from({ length: 9 }, () => (Math.random() - 0.5) * 0.7)
      return { angle, kinks, colour: colours[i % colours.length] ?? core, late: Math.random() * 0.25 }
    })
    this.#add(delay, 900, (c, age) => {
      // the rim holds the storm in
      c.beginPath()
      c.roundRect(-0.1, -0.1, width + 0.2, height + 0.2, 0.3)
      c.clip()
      c.lineJoin = 'round'
      for (const { angle, kinks, colour, late } of bolts) {
        const own = (age - late) / (1 - late)
        if (own <= 0) continue
        const fade = own < 0.45 ? 1 : (1 - own) / 0.55
        const far = Math.min(1, own / 0.4) * reach
        c.beginPath()
        c.moveTo(at.x, at.y)
        kinks.forEach((kink, k) => {
          const way = (far * (k + 1)) / kinks.length
          c.lineTo(
            at.x + Math.cos(angle) * way - Math.sin(angle) * kink,
            at.y + Math.sin(angle) * way + Math.cos(angle) * kink,
          )
        })
        for (const [ink, thick, alpha] of [
          [colour, 0.3, 0.28],
          [colour, 0.13, 0.9],
          [core, 0.045, 1],
        ] as const) {
          c.globalAlpha = alpha * fade
          c.strokeStyle = ink
          c.lineWidth = thick
          c.stroke()
        }
      }
      c.globalAlpha = 1 - age
      c.strokeStyle = core
      c.lineWidth = 0.4 * (1 - age) + 0.04
      circle(c, at.x, at.y, reach * (1 - (1 - age) ** 2))
    })
  }

  /** One thread of light from a rainbow to what it hits. */
  thread(from: Spot, to: Spot, name: string, delay = 0): void {
    const colour = this.#colour(name)
    const core = this.#colour('flash')
    const bend = (Math.random() - 0.5) * 1.4
    const mid = {
      x: (from.x + to.x) / 2 - (to.y - from.y) * 0.2 * bend,
      y: (from.y + to.y) / 2 + (to.x - from.x) * 0.2 * bend,
    }
    this.#add(delay, 360, (c, age) => {
      const fade = age < 0.55 ? 1 : (1 - age) / 0.45
      const reach = Math.min(1, age / 0.4)
      for (const [ink, width, alpha] of [
        [colour, 0.16, 0.8],
        [core, 0.05, 1],
      ] as const) {
        c.globalAlpha = alpha * fade
        c.strokeStyle = ink
        c.lineWidth = width
        c.lineCap = 'round'
        c.beginPath()
        c.moveTo(from.x, from.y)
        for (let t = 0; t <= reach; t += 0.1) {
          const s = 1 - t
          c.lineTo(
            s * s * from.x + 2 * s * t * mid.x + t * t * to.x,
            s * s * from.y + 2 * s * t * mid.y + t * t * to.y,
          )
        }
        c.stroke()
      }
    })
  }

  /** Points that rise from where they were made. Also without particles: they are news, not decoration. */
  points(at: Spot, text: string, delay = 0): void {
    const ink = this.#colour('points')
    const edge = this.#colour('points-edge')
    const font = this.#colour('font')
    const still = !this.enabled
    this.#add(
      delay,
      850,
      (c, age) => {
        const { a: unit, e: left, f: top } = c.getTransform()
        const x = left + at.x * unit
        const y = top + (at.y - (still ? 0 : 0.75 * (1 - (1 - age) ** 2))) * unit
        c.setTransform(1, 0, 0, 1, 0, 0)
        c.globalAlpha = age < 0.6 ? 1 : (1 - age) / 0.4
        c.font = `800 ${Math.round(unit * 0.36)}px ${font}`
        c.textAlign = 'center'
        c.textBaseline = 'middle'
        c.lineJoin = 'round'
        c.lineWidth = unit * 0.1
        c.strokeStyle = edge
        c.strokeText(text, x, y)
        c.fillStyle = ink
        c.fillText(text, x, y)
      },
      true,
    )
  }

  #add(delay: number, life: number, draw: Draw, always = false): void {
    if (!this.enabled && !always) return
    if (!this.canvas.getContext?.('2d')) return
    this.#alive.push({ born: performance.now() + delay, life, draw, last: always })
    if (this.#frame === 0) {
      this.#fit()
      this.#frame = requestAnimationFrame(this.#tick)
    }
  }

  #tick = (): void => {
    const context = this.canvas.getContext('2d')
    if (!context) return
    const now = performance.now()
    this.#alive = this.#alive.filter((effect) => now < effect.born + effect.life)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.canvas.width, this.canvas.height)
    const shift = MARGIN * this.#unit
    for (const effect of [...this.#alive].sort((a, b) => Number(a.last) - Number(b.last))) {
      if (now < effect.born) continue
      context.save()
      context.setTransform(this.#unit, 0, 0, this.#unit, shift, shift)
      effect.draw(context, (now - effect.born) / effect.life)
      context.restore()
    }
    this.#frame = this.#alive.length > 0 ? requestAnimationFrame(this.#tick) : 0
  }

  #fit(): void {
    const { width } = this.size()
    const shown = this.canvas.clientWidth || 1
    const density = Math.min(2, globalThis.devicePixelRatio || 1)
    this.canvas.width = Math.round(shown * density)
    this.canvas.height = Math.round((this.canvas.clientHeight || 1) * density)
    this.#unit = this.canvas.width / (width + 2 * MARGIN)
  }

  #colour(name: string): string {
    const known = this.#colours.get(name)
    if (known !== undefined) return known
    const found = getComputedStyle(this.canvas).getPropertyValue(`--${name}`).trim()
    this.#colours.set(name, found)
    return found
  }
}

function star(c: CanvasRenderingContext2D, x: number, y: number, long: number, short: number): void {
  c.beginPath()
  for (let i = 0; i < 8; i += 1) {
    const radius = i % 2 === 0 ? long : short
    c.lineTo(x + radius * Math.cos((i * Math.PI) / 4), y + radius * Math.sin((i * Math.PI) / 4))
  }
  c.closePath()
  c.fill()
}

function disc(c: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  c.beginPath()
  c.arc(x, y, Math.max(0, r), 0, 2 * Math.PI)
  c.fill()
}

function circle(c: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  c.beginPath()
  c.arc(x, y, Math.max(0, r), 0, 2 * Math.PI)
  c.stroke()
}

function bar(c: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  c.beginPath()
  c.roundRect(x, y, width, height, Math.min(width, height) / 2)
  c.fill()
}

function splinter(c: CanvasRenderingContext2D, x: number, y: number, size: number, turn: number): void {
  c.translate(x, y)
  c.rotate(turn)
  c.beginPath()
  c.moveTo(-size, size * 0.6)
  c.lineTo(size * 1.2, 0)
  c.lineTo(-size * 0.4, -size * 0.8)
  c.closePath()
  c.fill()
  c.rotate(-turn)
  c.translate(-x, -y)
}

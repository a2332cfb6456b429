/** Short sounds made on the spot: no files, nothing to load. */

export type Cue =
  | 'pick'
  | 'swap'
  | 'refuse'
  | 'clear'
  | 'rocket'
  | 'bomb'
  | 'rainbow'
  | 'craft'
  | 'goal'
  | 'hint'
  | 'won'
  | 'lost'

interface Tone {
  /** Hertz at the start and at the end. */
  from: number
  to?: number
  wave?: OscillatorType
  length: number
  gain: number
  delay?: number
}

interface Noise {
  noise: true
  /** The filter's frequency at the start and at the end. */
  from: number
  to: number
  length: number
  gain: number
  delay?: number
}

type Part = Tone | Noise

const CHORD = [523.25, 659.25, 783.99, 1046.5]

const CUES: Record<Cue, (step: number) => Part[]> = {
  pick: () => [{ from: 620, to: 720, wave: 'sine', length: 0.05, gain: 0.12 }],
  swap: () => [{ from: 300, to: 460, wave: 'triangle', length: 0.09, gain: 0.16 }],
  refuse: () => [{ from: 150, to: 105, wave: 'triangle', length: 0.14, gain: 0.2 }],
  clear: (step) => {
    const base = 440 * 2 ** (scale(step) / 12)
    return [
      { from: base, wave: 'triangle', length: 0.16, gain: 0.2 },
      { from: base * 1.5, wave: 'sine', length: 0.22, gain: 0.12, delay: 0.04 },
      { noise: true, from: 5200, to: 2600, length: 0.07, gain: 0.05 },
    ]
  },
  rocket: () => [
    { noise: true, from: 900, to: 5200, length: 0.32, gain: 0.2 },
    { from: 220, to: 880, wave: 'sawtooth', length: 0.26, gain: 0.05 },
  ],
  bomb: () => [
    { noise: true, from: 1500, to: 120, length: 0.42, gain: 0.34 },
    { from: 130, to: 42, wave: 'sine', length: 0.4, gain: 0.36 },
  ],
  rainbow: () =>
    CHORD.map(
      (from, i): Part => ({ from: from * 1.5, wave: 'sine', length: 0.3, gain: 0.1, delay: i * 0.05 }),
    ),
  craft: () => [
    { from: 660, to: 990, wave: 'sine', length: 0.16, gain: 0.14 },
    { from: 1320, wave: 'sine', length: 0.2, gain: 0.08, delay: 0.09 },
  ],
  goal: () => [
    { from: 784, wave: 'triangle', length: 0.14, gain: 0.16 },
    { from: 1175, wave: 'triangle', length: 0.26, gain: 0.16, delay: 0.11 },
  ],
  hint: () => [{ from: 880, to: 990, wave: 'sine', length: 0.12, gain: 0.08 }],
  won: () =>
    CHORD.map((from, i): Part => ({ from, wave: 'triangle', length: 0.42, gain: 0.17, delay: i * 0.13 })),
  lost: () =>
    [392, 349.23, 293.66].map(
      (from, i): Part => ({ from, wave: 'triangle', length: 0.36, gain: 0.15, delay: i * 0.18 }),
    ),
}

/** Cascades climb a pentatonic scale, so that they never sound wrong. */
function scale(step: number): number {
  const notes = [0, 2, 4, 7, 9]
  return Math.min(24, 12 * Math.floor(step / 5) + (notes[step % 5] ?? 0))
}

export class Synth {
  #context: AudioContext | null = null
  #out: GainNode | null = null
  #noise: AudioBuffer | null = null

  constructor(readonly volume: () => number) {}

  /** Browsers allow sound only after a touch or a key: call this there. */
  wake(): void {
    if (typeof AudioContext === 'undefined') return
    if (!this.#context) {
      this.#context = new AudioContext()
      this.#out = this.#context.createGain()
      const limiter = this.#context.createDynamicsCompressor()
      this.#out.connect(limiter).connect(this.#context.destination)
    }
    if (this.#context.state === 'suspended') void this.#context.resume()
  }

  play(cue: Cue, step = 0, delay = 0): void {
    const context = this.#context
    const volume = this.volume()
    if (!context || !this.#out || context.state !== 'running' || volume <= 0) return
    this.#out.gain.value = volume
    for (const part of CUES[cue](step)) this.#part(context, this.#out, part, delay)
  }

  #part(context: AudioContext, out: AudioNode, part: Part, later: number): void {
    const start = context.currentTime + later + (part.delay ?? 0)
    const end = start + part.length
    const envelope = context.createGain()
    envelope.gain.setValueAtTime(0, start)
    envelope.gain.linearRampToValueAtTime(part.gain, start + Math.min(0.012, part.length / 4))
    envelope.gain.exponentialRampToValueAtTime(0.0001, end)
    envelope.connect(out)
    const source =
      'noise' in part
        ? this.#hiss(context, part, start, end, envelope)
        : tone(context, part, start, end, envelope)
    source.start(start)
    source.stop(end + 0.02)
  }

  #hiss(
    context: AudioContext,
    part: Noise,
    start: number,
    end: number,
    out: AudioNode,
  ): AudioScheduledSourceNode {
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
      const samples = this.#noise.getChannelData(0)
      for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1
    }
    const source = context.createBufferSource()
    source.buffer = this.#noise
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.Q.value = 0.8
    filter.frequency.setValueAtTime(part.from, start)
    filter.frequency.exponentialRampToValueAtTime(part.to, end)
    source.connect(filter).connect(out)
    return source
  }
}

function tone(
  context: AudioContext,
  part: Tone,
  start: number,
  end: number,
  out: AudioNode,
): AudioScheduledSourceNode {
  const source = context.createOscillator()
  source.type = part.wave ?? 'sine'
  source.frequency.setValueAtTime(part.from, start)
  if (part.to) source.frequency.exponentialRampToValueAtTime(part.to, end)
  source.connect(out)
  return source
}

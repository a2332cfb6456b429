/** The message catalogue: every word that a player reads or hears. */

import { count, list, number } from './format'

export const en = {
  app: { title: 'Tilewright', tagline: 'A workshop for tile-matching games', skip: 'Skip to the content' },

  home: {
    heading: 'Choose a level',
    loading: 'Fetching the levels…',
    failed: 'The levels could not be fetched.',
    again: 'Try again',
    none: 'There are no levels here yet.',
    level: (n: number, name: string) => `Level ${number(n)}: ${name}`,
    continue: 'Continue',
    best: (score: number) => `Best ${number(score)}`,
    stars: (n: number) => (n === 0 ? 'not won yet' : `${count(n, 'star', 'stars')} of three`),
    progress: (won: number, of: number) => `${number(won)} of ${number(of)} won`,
    next: 'Play next',
    guest: (name: string) => `Playing as ${name}`,
    recovery: 'Your recovery code',
    recoveryHelp: 'Write it down: it brings your stars to another browser.',
    recoverLabel: 'I have a code',
    recover: 'Use this code',
    recovered: (name: string) => `Welcome back, ${name}.`,
    account: 'Guest and recovery code',
  },

  play: {
    back: 'All levels',
    loading: 'Setting up the board…',
    opening: 'Opening the level…',
    heading: (n: number, name: string) => `${number(n)} · ${name}`,
    board: (columns: number, rows: number) => `Board, ${number(columns)} columns and ${number(rows)} rows`,
    boardHelp:
      'Arrow keys move, Space picks a piece, then an arrow key swaps it. Enter, or Space twice, sets off a special piece. H hint, U undo, A ability, question mark help.',
    goals: 'Goals',
    moves: 'Moves left',
    unlimited: 'no limit',
    freeMoves: (n: number) => `${count(n, 'free move', 'free moves')}`,
    score: 'Score',
    hint: 'Hint',
    undo: 'Undo',
    restart: 'Restart',
    mute: 'Mute',
    unmute: 'Sound on',
    rules: 'Rules and help',
    settings: 'Settings',
    practice: 'Practice',
    result: 'Result',
    waiting: 'Waiting for the server…',
    reconnecting: 'Reconnecting… your game is safe.',
    lost: 'This match cannot go on here.',
    noHint: 'There is no move left to suggest.',
    cascade: (factor: number) => `×${number(factor)}`,
    restarted: 'The level starts again.',
    undone: 'Move taken back.',
    started: (name: string, goals: string) => `${name}. ${goals}`,
  },

  goal: {
    name: (key: string) => goalNames[key] ?? key,
    left: (key: string, left: number, of: number) =>
      left === 0
        ? `${goalNames[key] ?? key}: done`
        : `${goalNames[key] ?? key}: ${number(left)} of ${number(of)} to go`,
    met: (key: string) => `goal met: ${(goalNames[key] ?? key).toLowerCase()}`,
  },

  cell: {
    colour: (key: string) => colours[key] ?? key,
    special: (key: string) => specials[key] ?? key,
    coloured: (colour: string, special: string) => `${colour} ${special}`,
    artifact: 'artifact',
    box: (hits: number) => `box, ${count(hits, 'hit', 'hits')} to break`,
    unknown: 'drawn at the start',
    hole: 'hole',
    empty: 'empty',
    frozen: (layers: number) => `frozen ${layers === 1 ? 'one layer' : `${number(layers)} layers`}`,
    grass: (layers: number) => (layers === 1 ? 'on grass' : `on grass, ${number(layers)} layers`),
    picked: 'picked',
    target: 'can be swapped with the picked piece',
    aim: 'can be targeted',
  },

  move: {
    swapped: (from: string, to: string) => `Swapped ${from} with ${to}`,
    used: (name: string, at?: string) => (at ? `${name} on ${at}` : name),
    tapped: (at: string) => `Set off ${at}`,
    played: (move: string) => `Played ${move}`,
    cleared: (n: number) => `${number(n)} cleared`,
    made: (what: string[]) => `${list(what)} made`,
    fired: (n: number) => `${count(n, 'special', 'specials')} fired`,
    collected: (n: number) => `${count(n, 'artifact', 'artifacts')} collected`,
    cascades: (n: number) => count(n, 'cascade', 'cascades'),
    points: (n: number) => count(n, 'point', 'points'),
    reshuffled: 'the board was shuffled',
    bonus: 'board cleared',
    left: (n: number) => `${count(n, 'move', 'moves')} left.`,
  },

  mana: {
    label: (colour: string) => `Mana, ${colour}`,
    value: (n: number, of: number) => `${number(n)} of ${number(of)}`,
    ready: (name: string) => `${name} is ready: press A to use it.`,
    notYet: (name: string, n: number) => `${name} needs ${number(n)} more mana.`,
    waits: (name: string) => `${name} cannot be used now.`,
    choose: (name: string) => `${name}: choose a target. Enter or Space uses it, Escape cancels.`,
    cancelled: (name: string) => `${name} is put away; the mana stays.`,
    cancel: 'Cancel',
  },

  ability: {
    has: (key: string) => key in abilities,
    name: (key: string) => abilities[key]?.name ?? key,
    does: (key: string) => abilities[key]?.does ?? '',
  },

  intro: {
    title: 'First steps',
    skip: 'Skip the introduction',
    skipShort: 'Skip',
    next: 'Got it',
    start: 'Play',
    drag: (piece: string, way: string) => `Drag the ${piece} ${way}.`,
    tap: (piece: string) => `Click the ${piece} twice to set it off.`,
    keys: (square: string) => `Or with the keyboard: go to ${square}, press Space, then an arrow key.`,
    ways: { up: 'up', down: 'down', left: 'to the left', right: 'to the right' },
    goals: 'Well done. Here is what the level wants, and how many moves you have for it.',
    help: 'Stuck? Ask for a hint. The rules are behind the question mark, with examples that move.',
  },

  result: {
    won: 'Level won',
    lost: 'Not this time',
    over: 'The game is over',
    reasons: {
      goals: 'All goals met.',
      moves: 'No moves are left.',
      deadlock: 'No legal move is left on the board.',
      clear: 'The board is clear.',
    } as Record<string, string>,
    movesLeft: (n: number) => `${count(n, 'move', 'moves')} to spare.`,
    stars: (n: number) => `${number(n)} of 3 stars`,
    score: 'Score',
    ledger: 'The ledger',
    total: 'Total',
    parts: { score: 'Match score', mana: 'Mana left', moves: 'Moves left' } as Record<string, string>,
    clear: (points: number) => `with ${number(points)} for an empty board`,
    next: 'Next level',
    again: 'Play again',
    levels: 'All levels',
    look: 'Look at the board',
    record: 'Download the record',
  },

  restart: {
    title: 'Start again?',
    question: 'The moves of this try are given up. Your best score stays.',
    go: 'Start again',
    keep: 'Keep playing',
  },

  rules: {
    title: 'Rules and help',
    close: 'Close',
    loading: 'Fetching the rules…',
    failed: 'The server has no rule book for this game at the moment. The keys and moves below always work.',
    controls: 'How to play',
    controlList: [
      'Drag a piece onto its neighbour, or click one and then the other.',
      'Click a special piece twice to set it off, where the rules allow it.',
      'Keyboard: arrow keys move the cursor, Space picks, an arrow key swaps, Enter or Space twice sets off a special piece, Escape lets go.',
      'H asks for a hint, U takes a move back, ? opens this page.',
      'Where there is mana: A begins your ability once the meter is full; choose a marked cell, or Escape to put it away.',
    ],
    about: 'About the rules',
    contents: 'Sections',
    rule: (id: string) => `Rule ${id}`,
    play: 'Play this example',
    back: 'Show the board before',
    before: 'Before',
    after: 'After',
    illegal: (reason: string) => `Not allowed: ${reason}`,
    points: (n: number) => count(n, 'point', 'points'),
    moveIs: (move: string) => `Move ${move}`,
    boardLabel: (rule: string, state: string) => `Example of rule ${rule}, ${state}`,
  },

  settings: {
    title: 'Settings',
    close: 'Close',
    sound: 'Sound',
    volume: 'Volume',
    mute: 'Mute all sound',
    vibration: 'Vibration',
    help: 'Help while playing',
    hints: 'Point out a move after eight seconds of thought',
    look: 'Look',
    scheme: 'Colours',
    schemes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    motion: 'Movement',
    motions: { auto: 'As the system', full: 'Full', reduced: 'Reduced' },
    intro: 'Show the introduction again',
    introDone: 'The introduction will be shown at the next start of level 1.',
  },

  error: {
    network: 'The server cannot be reached. Check that it is running.',
    strange: 'The server gave an answer that this page does not understand.',
    page: 'There is no such page here.',
  },
}

const colours: Record<string, string> = {
  r: 'ruby',
  b: 'sapphire',
  g: 'emerald',
  y: 'topaz',
  p: 'amethyst',
  o: 'orange',
}

const abilities: Record<string, { name: string; does: string }> = {
  flame: { name: 'Flame Burst', does: 'Blasts the nine cells around a target.' },
  cross: { name: 'Thunder Cross', does: 'Blasts the row and the column of a target.' },
  regrow: { name: 'Regrowth', does: 'Melts one layer off every frozen gem and gives two more moves.' },
  gift: { name: 'Arcane Gift', does: 'Turns a gem into a rainbow.' },
  freeze: {
    name: 'Deep Freeze',
    does: 'Puts one layer of ice on the nine cells around a target; the next two swaps cost no move.',
  },
}

const specials: Record<string, string> = {
  '-': 'horizontal rocket',
  '|': 'vertical rocket',
  '*': 'bomb',
  '%': 'rainbow',
}

const goalNames: Record<string, string> = {
  r: 'Rubies',
  b: 'Sapphires',
  g: 'Emeralds',
  y: 'Topazes',
  p: 'Amethysts',
  o: 'Oranges',
  ice: 'Ice',
  grass: 'Grass',
  box: 'Boxes',
  special: 'Specials fired',
  artifact: 'Artifacts',
  score: 'Points',
}

export type Messages = typeof en

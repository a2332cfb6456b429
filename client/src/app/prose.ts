/** The little Markdown of a rule page: paragraphs, lists, tables; `code`, **strong** and *emphasis* within a line. */

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }

export interface Span {
  mark: '' | 'code' | 'strong' | 'em'
  text: string
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/

export function blocksOf(source: string): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(open))
    open = []
  }
  for (const line of source.split('\n')) {
    const first = open[0] ?? ''
    if (line.trim() === '') {
      close()
      continue
    }
    const turns = open.length > 0 && (ITEM.test(line) !== ITEM.test(first) || isRow(line) !== isRow(first))
    const goesOn = ITEM.test(first) && /^\s+/.test(line)
    if (turns && !goesOn) close()
    open.push(line)
  }
  close()
  return blocks
}

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line)
}

function blockOf(lines: string[]): Block {
  const [first = ''] = lines
  if (isRow(first)) {
    const rows = lines.filter((line) => !/^\s*\|[\s:|-]+\|\s*$/.test(line)).map(cells)
    return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) }
  }
  if (ITEM.test(first)) {
    const items: string[] = []
    for (const line of lines) {
      if (ITEM.test(line)) items.push(line.replace(ITEM, '').trim())
      else items.push(`${items.pop() ?? ''} ${line.trim()}`)
    }
    return { kind: 'list', items }
  }
  const text = lines.map((line) => line.trim()).join(' ')
  return /^#+ /.test(text) ? { kind: 'heading', text: text.replace(/^#+ /, '') } : { kind: 'paragraph', text }
}

/** The cells of a table's row; a bar within code does not part them. */
function cells(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim())
}

export function spansOf(line: string): Span[] {
  return line
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (/^`[^`]+`$/.test(part)) return { mark: 'code', text: part.slice(1, -1) }
      if (/^\*\*[^*]+\*\*$/.test(part)) return { mark: 'strong', text: part.slice(2, -2) }
      if (/^\*[^*]+\*$/.test(part)) return { mark: 'em', text: part.slice(1, -1) }
      return { mark: '', text: part.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1') }
    })
}

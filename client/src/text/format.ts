/** Numbers, plurals and lists in the player's language. */

const LOCALE = 'en-GB'

const numbers = new Intl.NumberFormat(LOCALE)
const plurals = new Intl.PluralRules(LOCALE)
const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

export function number(n: number): string {
  return numbers.format(n)
}

export function count(n: number, one: string, other: string): string {
  return `${number(n)} ${plurals.select(n) === 'one' ? one : other}`
}

export function list(items: readonly string[]): string {
  return lists.format(items)
}

/** Writing SVG. Paint is given as attributes, not as inline style, so that a strict content policy lets it pass. */

/** `fill:a;stroke:b` as attributes. */
export function ink(declarations: string): string {
  return declarations
    .split(';')
    .filter((part) => part !== '')
    .map((part) => {
      const colon = part.indexOf(':')
      return `${part.slice(0, colon)}="${part.slice(colon + 1)}"`
    })
    .join(' ')
}

/** A filled path whose inner loops are holes. */
export function path(d: string, declarations: string, more = ''): string {
  return d ? `<path d="${d}" fill-rule="evenodd" ${ink(declarations)} ${more}/>` : ''
}

// Writes src/protocol.ts from the server's own messages; with --check it only says whether the file is stale.
//   node scripts/types.js [--check]
// The server's Python is $TILEWRIGHT_PYTHON or the one of ../.venv.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const client = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(client, 'src', 'protocol.ts')

const BANNER = `// The messages between server and browser: made by "npm run types" from the server's schema; not for editing.`

const STYLE = { semi: false, singleQuote: true, printWidth: 110 }

function python() {
  const venv = join(client, '..', '.venv')
  const places = [
    process.env.TILEWRIGHT_PYTHON,
    join(venv, 'bin', 'python'),
    join(venv, 'Scripts', 'python.exe'),
  ]
  const found = places.find((place) => place && existsSync(place))
  if (!found) throw new Error('There is no .venv beside client/. Make one with: python3 run.py setup --dev')
  return found
}

function schema() {
  const printed = execFileSync(python(), ['-m', 'tilewright.server.schema'], {
    encoding: 'utf-8',
    cwd: join(client, '..'),
  })
  return JSON.parse(printed)
}

/** Tuples as json-schema-to-typescript understands them, and no titles, which would make every field a type. */
function readable(node, isDefinition = false) {
  if (Array.isArray(node)) return node.map((child) => readable(child))
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node)
    .filter(([key, value]) => isDefinition || !(key === 'title' && typeof value === 'string'))
    .map(([key, value]) => {
      if (key === '$defs' || key === 'definitions' || key === 'properties') {
        const inner = Object.entries(value).map(([name, child]) => [
          name,
          readable(child, key !== 'properties'),
        ])
        return [key, Object.fromEntries(inner)]
      }
      return [key, readable(value)]
    })
  const plain = Object.fromEntries(entries)
  if (Array.isArray(plain.prefixItems)) {
    plain.minItems = plain.prefixItems.length
    plain.maxItems = plain.prefixItems.length
    plain.items = plain.prefixItems
    delete plain.prefixItems
  }
  return plain
}

async function generated() {
  // only the definitions: with a type at the root, those that it does not reach would be left out
  const { $defs } = readable(schema())
  const source = { $defs }
  const code = await compile(source, 'Wire', {
    bannerComment: BANNER,
    additionalProperties: false,
    declareExternallyReferenced: true,
    unreachableDefinitions: true,
    style: STYLE,
  })
  return code
    .replaceAll(
      /\n \*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "\w+"\./g,
      '',
    )
    .replace(/export interface Wire \{[^}]*\}\n/, '')
}

const code = await generated()
if (process.argv.includes('--check')) {
  const now = existsSync(target) ? readFileSync(target, 'utf-8') : ''
  if (now !== code) {
    console.error('client/src/protocol.ts is stale. Write it anew with: npm run types')
    process.exit(1)
  }
} else {
  writeFileSync(target, code)
  console.log('client/src/protocol.ts written')
}

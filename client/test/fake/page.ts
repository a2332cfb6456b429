import { pretend } from './server'

pretend()
await import('../../src/main')

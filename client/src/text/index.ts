/** The catalogue in use. A second language is a second object of the type `Messages`. */

import { en, type Messages } from './en'

export const text: Messages = en
export { count, list, number } from './format'

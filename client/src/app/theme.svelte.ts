/** The look of the page: that of the level in play, the workshop's own everywhere else. */

const THEMES = ['studio', 'citadel'] as const

let chosen = $state<(typeof THEMES)[number]>('studio')

export const look = {
  get theme(): string {
    return chosen
  },
  /** A theme that this page does not have is shown as the workshop's own. */
  set theme(name: string) {
    chosen = THEMES.find((theme) => theme === name) ?? 'studio'
  },
}

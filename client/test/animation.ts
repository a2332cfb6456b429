/** Animations on the test's clock, where the test's page has none that obey it. */

export function installAnimations(): void {
  Element.prototype.animate = (_frames, options) => {
    const timing = typeof options === 'object' ? options : {}
    let end = () => {}
    const finished = new Promise<void>((resolve) => {
      end = resolve
    })
    const timer = setTimeout(end, Number(timing.duration ?? 0) + Number(timing.delay ?? 0))
    const finish = () => {
      clearTimeout(timer)
      end()
    }
    return { finished, finish, cancel: finish } as unknown as Animation
  }
}

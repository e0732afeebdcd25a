import type { Locator } from '@playwright/test'

/**
 * Presses the key until the target has the focus.
 * @param most number of presses after which the target counts as unreachable
 * @param onTheWay runs before each press
 */
export async function walkTo(
  target: Locator,
  key = 'Tab',
  { most = 80, onTheWay }: { most?: number; onTheWay?: () => Promise<void> } = {},
): Promise<void> {
  // Looked up once: a search by role on a long page takes longer than a key press.
  await target.waitFor()
  const element = await target.elementHandle()
  for (let presses = 0; presses < most; presses += 1) {
    if (await element?.evaluate((found) => found === document.activeElement)) return
    await onTheWay?.()
    await target.page().keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

import type { Locator } from '@playwright/test'

/**
 * Presses the key until the focus is on the target.
 * @param most presses until it counts as out of the keyboard’s reach
 * @param onTheWay runs before each press
 */
export async function walkTo(
  target: Locator,
  key = 'Tab',
  { most = 80, onTheWay }: { most?: number; onTheWay?: () => Promise<void> } = {},
): Promise<void> {
  // Found once: to search a long page by role takes longer than to press a key.
  await target.waitFor()
  const element = await target.elementHandle()
  for (let presses = 0; presses < most; presses += 1) {
    if (await element?.evaluate((found) => found === document.activeElement)) return
    await onTheWay?.()
    await target.page().keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

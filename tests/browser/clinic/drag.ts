import { expect, type Locator } from '@playwright/test'

/** Drags an appointment of the calendar onto `target`, once the free times are there. */
export async function dragOnto(card: Locator, target: Locator): Promise<void> {
  const page = card.page()
  // Waits until a banner above the calendar has moved it.
  await card.hover({ position: { x: 20, y: 8 } })
  await page.mouse.down()
  const start = await boxOf(card)
  await page.mouse.move(start.x + 30, start.y + 30, { steps: 3 })
  await expect(page.locator('.calendar-target').first()).toBeVisible()
  const end = await boxOf(target)
  await page.mouse.move(end.x + 30, end.y + 10, { steps: 5 })
  await page.mouse.up()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

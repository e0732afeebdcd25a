import { expect, type Page } from '@playwright/test'

/**
 * Waits for the clinic's email to that address, and opens the page behind one of its links.
 * @param link selects it
 */
export async function followEmail(page: Page, address: string, link: string): Promise<void> {
  const findEmail = async () => {
    const headers = { accept: 'application/json' }
    const response = await page.request.get('/sandbox/mailbox', { headers })
    const { messages }: { messages: { id: string; to: string }[] } = await response.json()
    return messages.find(({ to }) => to === address)?.id
  }
  await expect.poll(findEmail).toBeDefined()
  await page.goto(`/sandbox/mailbox/${await findEmail()}`)
  const found = page.frameLocator('iframe').locator(link).first()
  const { pathname } = new URL((await found.getAttribute('href')) ?? '')
  await page.goto(pathname)
}

interface Email {
  to: string
  subject?: string
  text: string
  html: string
}

/** The clinic's email to that address with such a subject, once it has arrived. */
export async function awaitEmail(page: Page, address: string, subject: RegExp): Promise<Email> {
  const findEmail = async () => {
    const headers = { accept: 'application/json' }
    const response = await page.request.get('/sandbox/mailbox', { headers })
    const { messages }: { messages: Email[] } = await response.json()
    return messages.find((email) => email.to === address && subject.test(email.subject ?? ''))
  }
  await expect.poll(findEmail).toBeDefined()
  const found = await findEmail()
  if (!found) throw new Error(`The email to ${address} has disappeared`)
  return found
}

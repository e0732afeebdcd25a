import { expect, type Page } from '@playwright/test'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { createSmtpMailer } from '#domain/notifications/sending/smtp-mailer.ts'
import { SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { scene, type Tour } from './scene.ts'

/** Sends one email to the site's own mail server and returns its address in the mailbox. */
async function send(index: number): Promise<string> {
  const subject = SUBJECTS[index]?.subject
  if (!subject) throw new Error(`There is no email ${index}`)
  const address = `${crypto.randomUUID()}@example.com`
  const email = composeEmail({ ...subject, recipient: { ...subject.recipient, address } }, SENDER)
  const mailer = createSmtpMailer({ url: process.env.SPROUT_TEST_SMTP ?? '', from: SENDER.from })
  const { kind } = await mailer.send(email, AbortSignal.timeout(30_000))
  await mailer.close()
  const response = await fetch(`${process.env.SPROUT_TEST_URL}/sandbox/mailbox`, {
    headers: { accept: 'application/json' },
  })
  const { messages }: { messages: { id: string; to: string }[] } = await response.json()
  const found = messages.find(({ to }) => to === address)
  if (!found) throw new Error(`The email is not in the mailbox: ${kind}`)
  return `/sandbox/mailbox/${found.id}`
}

/** Opened in the mailbox, where landmarks and headings belong to the mail program. */
async function openInMailbox(page: Page, index: number): Promise<void> {
  await page.goto(await send(index))
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
}

/** The mailbox around one email, with the email's text and source. */
export const mailboxTour: Tour = {
  name: 'mailbox',
  scenes: [
    scene('mailbox-email', (page) =>
      openInMailbox(
        page,
        SUBJECTS.findIndex(({ name }) => name === 'family-link-proposed'),
      ),
    ),
    scene('email-text', async (page) => {
      await page.getByRole('link', { name: 'Plain text' }).click()
      await expect(page.getByText(/^ARE THESE APPOINTMENTS YOURS\?/)).toBeVisible()
    }),
    scene('email-source', async (page) => {
      await page.getByRole('link', { name: 'Source' }).click()
      await expect(page.getByText('MIME-Version: 1.0')).toBeVisible()
    }),
  ],
}

/** Every email of the clinic, in the sandbox mailbox. */
export const emailTour: Tour = {
  name: 'emails',
  scenes: SUBJECTS.map(({ name }, index) =>
    scene(`email-${name}`, (page) => openInMailbox(page, index)),
  ),
}

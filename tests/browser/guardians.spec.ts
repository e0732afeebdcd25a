import { expect } from '@playwright/test'
import { followEmail } from './mailbox.ts'
import { bookAs, callAs, newParent } from './member.ts'
import { CARDS, expectPaid, payWith } from './payer.ts'
import { confirmEmail, newestMessage } from './provider.ts'
import { addChild } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, logIn, logOut, signUp, workingDay } from './visitor.ts'

test('an invited guardian signs up, sees and pays for what the other guardian booked, and is removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const mother = await arriveAsNewParent(page, '/about', 'Hannah Engel')
  await confirmEmail(mother.email)
  const mia = addChild(mother.uid, 'Mia')
  await bookAs(mother, {
    day: workingDay(DAYS.guardians),
    treatment: 'Nutrition Services',
    slot: '09:00 AM - 09:30 AM',
    price: 70,
    child: mia._id,
    address: '7 Secret Street',
  })
  const guest = newParent('Tom Engel')

  await page.goto('/dashboard/children')
  await page.getByRole('button', { name: 'Invite a guardian' }).click()
  await page.getByLabel('Their email').fill(guest.email)
  const send = page.getByRole('button', { name: 'Send invitation' })
  await send.click()
  // The content below moves up when the form closes.
  await expect(send).toBeHidden()
  await page.getByRole('button', { name: 'Manage Mia' }).click()
  const guardians = page.getByRole('region', { name: 'Mia’s guardians' })
  await expect(guardians).toContainText(guest.email)

  const other = await (await browser.newContext({ baseURL })).newPage()
  await followEmail(other, guest.email, 'a:has-text("View invitation")')
  await expect(other.getByText(/No account yet\? Create one with that address\.$/)).toBeVisible()
  await other.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await signUp(other, guest)
  await other.getByRole('button', { name: 'Resend email' }).click()
  await expect(other.getByText(/^We sent an email to/)).toBeVisible()
  const message = await newestMessage(guest.email)
  const mail = await other.context().newPage()
  await mail.goto(message.kind === 'phoneCode' ? '' : message.link)
  await expect(mail.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await mail.close()
  // The page may also update by itself.
  await other.reload()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByText('You can now see and book for Mia.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Book for Mia' })).toHaveAttribute(
    'href',
    /^\/appointment\?child=/,
  )

  await other.goto('/dashboard')
  const shared = other.getByRole('region', { name: 'Appointments', exact: true })
  await expect(shared.getByRole('rowgroup', { name: 'Mia' })).toContainText(
    'Booked by another guardian',
  )
  await shared.getByRole('link', { name: /^Pay \$70/ }).click()
  await expect(other.getByText('another guardian', { exact: true })).toBeVisible()
  await expect(other.getByText('Secret Street')).toHaveCount(0)
  await payWith(other, CARDS.good)
  await expectPaid(other)

  await page.reload()
  await page.getByRole('button', { name: 'Manage Mia' }).click()
  await page.getByRole('button', { name: 'Remove Tom Engel from Mia' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(guardians).not.toContainText('Tom Engel')
  await expect(guardians.getByRole('heading')).toBeFocused()
  await other.goto('/dashboard/children')
  await expect(other.getByRole('heading', { name: 'No children yet' })).toBeVisible()
  await other.context().close()
})

test('an invitation to another address leads to the login of that address', async ({ page }) => {
  const mother = await arriveAsNewParent(page, '/about', 'Hannah Engel')
  await confirmEmail(mother.email)
  const father = newParent('Tom Engel')
  const { _id } = await callAs<{ _id: string }>(mother, 'POST', '/guardian-invitations', {
    children: [addChild(mother.uid, 'Mia')._id],
    email: father.email,
    mayBook: false,
    mayPay: false,
    receivesEmail: true,
  })
  await page.goto(`/invitation/${_id}`)
  await page.getByRole('button', { name: 'Log in with another address' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await signUp(page, father)
  await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
  await confirmEmail(father.email)
  await page.reload()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('You can now see the appointments of Mia.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Book / })).toHaveCount(0)
  await page.getByRole('link', { name: 'My Children' }).click()
  await expect(
    page.getByText('You can’t book for Mia. Ask Hannah Engel to allow it.'),
  ).toBeVisible()
  await logOut(page)
  await page.goto(`/invitation/${_id}`)
  await logIn(page, father)
  await expect(page.getByText(/^You have accepted this invitation/)).toBeVisible()
})

import { expect } from '@playwright/test'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import type { SentInvitation } from '#contract/guardians/guardians.ts'
import * as links from '#words/es/account/email-links.ts'
import * as login from '#words/es/account/login.ts'
import * as signInWords from '#words/es/account/sign-in.ts'
import * as signUpWords from '#words/es/account/sign-up.ts'
import { awaitEmail } from './mailbox.ts'
import { bookAs, callAs, logInByCall, newParent, register } from './member.ts'
import { confirmEmail, newestMessage } from './provider.ts'
import { addChild } from './records.ts'
import { test } from './test.ts'
import { DAYS, workingDay } from './visitor.ts'

test('a family signs up in Spanish and stays in it; the other guardian gets the same news in English', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = newParent('Elena Ejemplo')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const linkTo = async (address: string) => {
    const message = await newestMessage(address)
    return 'link' in message ? message.link : ''
  }

  await page.goto('/es/signup')
  await field(signUpWords.name).fill(account.name)
  await field(signInWords.email).fill(account.email)
  await field(signInWords.password).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: signUpWords.title }).click()
  await expect(page).toHaveURL(/\/es$/)

  await page.goto(await linkTo(account.email))
  await expect(page).toHaveURL(/\/es\/confirm-email\?/)
  await expect(page.getByRole('heading', { name: links.emailConfirmed })).toBeVisible()
  // Users may read the page in English all the same, and go on in it.
  await page.getByRole('link', { name: 'View in English' }).first().click()
  await expect(page).toHaveURL(/\/confirm-email\?/)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await expect(page).toHaveURL(/:\d+\/dashboard\/profile$/)
  // Their profile leads back to Spanish, on phones, too, where the menu does as well.
  await page.setViewportSize({ width: 390, height: 844 })
  const inSpanish = { name: 'Ver en español' }
  await expect(page.getByRole('main').getByRole('link', inSpanish)).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', inSpanish)).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('main').getByRole('link', inSpanish).click()
  await expect(page).toHaveURL(/\/es\/dashboard\/profile$/)

  const mother = await logInByCall(account)
  const mia = addChild(mother.uid, 'Mia')
  const appointment = await bookAs(mother, {
    day: workingDay(DAYS.guardians),
    treatment: 'Nutrition Services',
    slot: '10:00 AM - 10:30 AM',
    price: 70,
    child: mia._id,
  })
  const booked = await awaitEmail(page, account.email, /^Cita confirmada:/)
  expect(booked.html).toContain('<html lang="es"')
  await page.goto(`/es/dashboard/appointment/${appointment._id}`)
  expect(booked.text).toContain(page.url())

  const father = await register('Frank Example')
  await confirmEmail(father.email)
  const rights = { mayBook: true, mayPay: true, receivesEmail: true }
  const invitation = { children: [mia._id], email: father.email, ...rights }
  const { _id } = await callAs<SentInvitation>(mother, 'POST', '/guardian-invitations', invitation)
  const invited = await awaitEmail(page, father.email, /^You’re invited to/)
  expect(invited.text).toContain(new URL(`/invitation/${_id}`, page.url()).href)
  await callAs(father, 'POST', `/guardian-invitations/${_id}/accept`, { merges: [] })

  const path = `/appointments/${appointment._id}`
  const { version } = await callAs<ChangeOptions>(mother, 'GET', `${path}/options`)
  await callAs(mother, 'POST', `${path}/cancel`, { version, refund: 0 })
  const canceled = await awaitEmail(page, account.email, /^Cita cancelada:/)
  expect(canceled.text).toContain(new URL('/es/appointment', page.url()).href)
  const toFather = await awaitEmail(page, father.email, /^Appointment canceled:/)
  expect(toFather.text).not.toContain('/es')

  await page.goto('/es/login?from=/es/dashboard/children')
  await expect(page).toHaveURL(/\/es\/dashboard\/children$/)

  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto('/es/login')
  await other.getByLabel(signInWords.email, { exact: true }).fill(account.email)
  await other.getByRole('link', { name: login.forgotPassword }).click()
  await other.getByRole('button', { name: login.ok }).click()
  await other.goto(await linkTo(account.email))
  await expect(other).toHaveURL(/\/es\/reset-password\?/)
  await expect(other.getByLabel(links.newPassword, { exact: true })).toBeVisible()
  await other.context().close()
})

import { expect } from '@playwright/test'
import { SOME_RARE_EMAILS } from '#contract/testing/rare-emails.ts'
import { newParent } from './member.ts'
import { test } from './test.ts'
import { logIn, logOut, signUp } from './visitor.ts'

test('the sign-up form creates an account only for an email that works', async ({ page }) => {
  const asked: unknown[] = []
  await page.route('**/accounts:signUp*', (route) => {
    asked.push(route.request().postDataJSON().email)
    // The form stays open so that another email can be tried.
    return route.fulfill({ status: 400, json: { error: { message: 'EMAIL_EXISTS' } } })
  })
  await page.goto('/signup')
  const problem = page.getByText(/valid email address|or fewer|Email is required/)
  for (const { typed, email } of SOME_RARE_EMAILS) {
    await signUp(page, { ...newParent('Rae Rare'), email: typed })
    if (email) {
      await expect.poll(() => asked.at(-1)).toBe(email)
      await expect(page.getByRole('button', { name: 'Sign Up' })).toBeEnabled()
    } else await expect(problem).toBeVisible()
  }
  expect(asked).toEqual(SOME_RARE_EMAILS.flatMap(({ email }) => email ?? []))
})

test('an account with an unusual email is created, and logs in again', async ({ page }) => {
  const account = newParent('Rae Rare')
  const [local] = account.email.split('@')
  account.email = `Name/${local}&co@bücher.example`
  await page.goto('/signup')
  await signUp(page, account)
  await logOut(page)
  await page.goto('/login')
  await logIn(page, account)
  await expect(page.getByRole('button', { name: /^Account menu for Rae Rare/ })).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import { answerWith, cut, hold, REFUSAL, restore, type Scene, type Tour } from './scene.ts'

function at(name: string, path: string): Scene {
  return {
    name,
    async open(page) {
      await page.goto(path, { waitUntil: 'networkidle' })
    },
  }
}

/** Where links are followed without loading a page anew: the scripts are there when they answer. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email required')).toBeVisible()
}

/** To the doctors by links: the team is asked for then. */
async function followToDoctors(page: Page): Promise<void> {
  await openLogin(page)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('link', { name: 'See all members' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Doctors' })).toBeVisible()
}

/** The public site, logged out. */
export const publicTour: Tour = {
  name: 'public pages',
  scenes: [
    at('home', '/'),
    {
      name: 'menu',
      upTo: 1023,
      windowOnly: true,
      async open(page) {
        await page.setViewportSize({ width: 390, height: 900 })
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(page.getByRole('navigation', { name: /mobile/ })).toBeVisible()
      },
    },
    at('about', '/about'),
    at('reviews', '/reviews'),
    at('contact', '/contactus'),
    {
      name: 'contact-sent',
      windowOnly: true,
      async again(page) {
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText('Sent message successfully').first()).toBeVisible()
      },
    },
    at('doctors', '/doctors'),
    {
      name: 'doctors-waiting',
      async open(page) {
        await hold(page, '**/team')
        await followToDoctors(page)
        await expect(page.getByText('Loading doctors')).toBeAttached()
      },
    },
    {
      name: 'doctors-failed',
      async open(page) {
        await restore(page)
        await answerWith(page, '**/team', 400, REFUSAL)
        await followToDoctors(page)
        await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      },
    },
    at('not-found', '/no-such-page'),
    {
      name: 'chunk-failed-on-a-page',
      async open(page) {
        await openLogin(page)
        await cut(page, '**/assets/about-page-*.js')
        await page.getByRole('link', { name: 'About Us' }).first().click()
        await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
        await restore(page)
      },
    },
    {
      name: 'chunk-failed-before-the-first-click',
      windowOnly: true,
      async open(page) {
        await cut(page, '**/assets/start-app-*.js')
        await page.goto('/contactus')
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
        await restore(page)
      },
    },
  ],
}

import { expect } from '@playwright/test'
import { changeAddress } from '../browser/visitor.ts'
import { legalNotice } from './legal-pages.ts'
import { answerWith, cut, hold, overlay, restore, type Scene, scene, type Tour } from './scene.ts'

function at(name: string, path: string): Scene {
  return scene(name, async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' })
  })
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
    {
      ...at('contact', '/contactus'),
      // The confirmation is a message that disappears.
      async again(page) {
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText('Sent message successfully').first()).toBeVisible()
      },
    },
    // The previous page is hydrated, so that the browser renders the following ones.
    scene('doctors-waiting', async (page) => {
      await hold(page, '**/team')
      await changeAddress(page, '/doctors')
      await expect(page.getByText('Loading doctors')).toBeAttached()
    }),
    scene('doctors', async (page) => {
      await restore(page)
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    }),
    scene('times', async (page) => {
      await changeAddress(page, '/times')
      await expect(page.getByRole('link', { name: /: book / }).first()).toBeVisible()
    }),
    scene('legal-page-of-an-earlier-version', async (page) => {
      await answerWith(page, '**/legal/notice*', 200, legalNotice(1))
      await changeAddress(page, '/legal/notice?version=1')
      await expect(page.getByText('This is an earlier version.')).toBeVisible()
    }),
    scene('not-found', async (page) => {
      await restore(page)
      await changeAddress(page, '/no-such-page')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }),
    scene('chunk-failed-on-a-page', async (page) => {
      await cut(page, '**/assets/about-page-*.js')
      await page.getByRole('link', { name: 'About Us' }).first().click()
      await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
      await restore(page)
    }),
    overlay('chunk-failed-before-the-first-click', async (page) => {
      await cut(page, '**/assets/start-app-*.js')
      await page.goto('/contactus')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
      await restore(page)
    }),
  ],
}

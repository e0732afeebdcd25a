import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { saveSession } from '../lib/session.ts'
import { Header } from './header.tsx'

function show(path = '/') {
  const onLogout = vi.fn()
  render(
    <InSite at={path}>
      <Header onLogout={onLogout} />
      <Routes>
        <Route path="*" element={null} />
      </Routes>
    </InSite>,
  )
  return onLogout
}

function signIn() {
  saveSession({ accessToken: 'token', user: parent })
}

const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the header', () => {
  it('shows visitors four pages and Login', () => {
    show()
    expect(linksIn('Main')).toEqual(['Home', 'About Us', 'Appointment', 'Contact Us'])
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(screen.queryByRole('button', { name: /Paula Parent/ })).not.toBeInTheDocument()
  })

  it('shows users the dashboard, and the account menu instead of Login', () => {
    signIn()
    show()
    expect(linksIn('Main').at(-1)).toBe('Dashboard')
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /Paula Parent/ })).toBeVisible()
  })

  it('marks the current page', () => {
    show('/about')
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(main.getByRole('link', { current: 'page' })).toHaveTextContent('About Us')
  })

  it('opens the mobile menu, and closes it on Esc and when a link is followed', async () => {
    show()
    const toggle = screen.getByRole('button', { name: 'Menu' })
    const panel = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
    expect(panel).not.toBeVisible()

    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(panel).toBeVisible()

    await user.keyboard('{Escape}')
    expect(panel).not.toBeVisible()
    expect(toggle).toHaveFocus()

    await user.click(toggle)
    const menu = within(screen.getByRole('navigation', { name: 'Main (mobile)' }))
    await user.click(menu.getByRole('link', { name: 'About Us' }))
    expect(panel).not.toBeVisible()
  })
})

describe('the server-rendered header', () => {
  const header = (
    <InSite>
      <Header onLogout={() => {}} />
    </InSite>
  )

  function renderOnServer() {
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(header)
    return container
  }

  const hydrate = (container: HTMLElement) =>
    act(async () => render(header, { container, hydrate: true }))

  afterEach(() => {
    document.body.replaceChildren()
  })

  it('contains the parts for users and for visitors, marked for the styles', () => {
    const rendered = within(renderOnServer())
    const parts = (mark: string) => document.querySelectorAll(`[data-signed-${mark}-only]`)
    expect(parts('in')).toHaveLength(3)
    expect(parts('out')).toHaveLength(1)
    expect(rendered.getByRole('button', { name: 'Account menu' })).toHaveAttribute('popovertarget')
    expect(rendered.getByRole('link', { name: 'Login' })).toBeInTheDocument()
  })

  it('shows the user after hydration, with the same menu button', async () => {
    signIn()
    const container = renderOnServer()
    const button = within(container).getByRole('button', { name: 'Account menu' })
    await hydrate(container)
    expect(button).toHaveAccessibleName('Account menu for Paula Parent')
    expect(document.querySelector('[data-signed-in-only], [data-signed-out-only]')).toBeNull()
    expect(linksIn('Main').at(-1)).toBe('Dashboard')
  })

  it('shows Login to visitors after hydration', async () => {
    await hydrate(renderOnServer())
    expect(screen.queryByRole('button', { name: /menu/ })).not.toBeInTheDocument()
    expect(linksIn('Main')).not.toContain('Dashboard')
    expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument()
  })
})

describe('the avatar menu', () => {
  it('works by keyboard alone', async () => {
    signIn()
    show()
    const button = screen.getByRole('button', { name: /Paula Parent/ })
    button.focus()
    await user.keyboard('{ArrowDown}')

    const items = screen.getAllByRole('menuitem')
    expect(items[0]).toHaveFocus()
    expect(items[0]).toHaveAttribute('href', '/dashboard')
    await user.keyboard('{ArrowDown}')
    expect(items[1]).toHaveFocus()
    await user.keyboard('{End}{ArrowDown}')
    expect(items[0]).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(items.at(-1)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(items[0]).toHaveFocus()
    await user.keyboard('{End}')
    expect(items.at(-1)).toHaveFocus()

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  })

  const OWN = ['My Children', 'My Waiting List', 'My History', 'My Review', 'My Profile']
  const ADMIN = ['All users', 'Add a Doctor', 'Manage Doctors']

  it.each([
    ['patient', OWN],
    ['staff', OWN],
    ['admin', [...OWN, ...ADMIN]],
  ] as const)('shows a %s all that the sidebar has, which phones lack', async (role, places) => {
    const photo = 'https://photos.example/paula.jpg'
    saveSession({ accessToken: 'token', user: { ...parent, photo, role } })
    show()
    await user.click(screen.getByRole('button', { name: /Paula Parent/ }))
    const menu = within(screen.getByRole('menu'))
    expect(menu.getByText(parent.name)).toBeVisible()
    expect(menu.getByText(parent.email)).toBeVisible()
    expect(screen.getByRole('menu').querySelector('img')).toHaveAttribute('src', photo)
    const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(names).toEqual(['Appointments', 'Dashboard', ...places, 'Logout'])
  })

  it('logs out', async () => {
    signIn()
    const onLogout = show()
    await user.click(screen.getByRole('button', { name: /Paula Parent/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
    expect(onLogout).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('closes on a press outside it', async () => {
    signIn()
    show()
    await user.click(screen.getByRole('button', { name: /Paula Parent/ }))
    await user.click(document.body)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})

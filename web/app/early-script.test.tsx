import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'

const page = document.documentElement
const script = readFileSync('web/public/early.js', 'utf8')
const run = () => new Function(script)()

function night(matches: boolean) {
  const query = Object.assign(new EventTarget(), { matches }) as MediaQueryList
  vi.spyOn(window, 'matchMedia').mockReturnValue(query)
  return query
}

afterEach(() => {
  for (const name of Object.keys(page.dataset)) delete page.dataset[name]
})

describe('the script before the first paint', () => {
  it('sets the remembered theme', () => {
    night(true)
    localStorage.setItem('sprout.theme', 'light')
    run()
    expect(page.dataset).toMatchObject({ theme: 'light', themeChoice: 'light' })
  })

  it('follows the device’s theme and its changes if none is stored', () => {
    const device = night(false)
    run()
    expect(page.dataset).toMatchObject({ theme: 'light', themeChoice: 'system' })
    Object.assign(device, { matches: true }).dispatchEvent(new Event('change'))
    expect(page.dataset.theme).toBe('dark')
  })

  it('marks whether the visitor has a session', () => {
    night(false)
    run()
    expect(page.dataset).toMatchObject({ signedOut: '' })
    expect(page.dataset.signedIn).toBeUndefined()
    delete page.dataset.signedOut
    localStorage.setItem('accessToken', 'token')
    run()
    expect(page.dataset.signedIn).toBe('')
    expect(page.dataset.signedOut).toBeUndefined()
  })

  it('works when storage is blocked', () => {
    night(true)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    run()
    expect(page.dataset).toMatchObject({ theme: 'dark', signedOut: '' })
  })
})

import { describe, expect, it } from 'vitest'
import { appShells, notFoundPage, prerender, prerenderFrame, publicPages } from './prerender.tsx'

/** How many forms there are; none on the other pages. */
const FORMS: Record<string, number> = { '/': 2, '/contactus': 1, '/login': 1, '/signup': 1 }

const whole = appShells.filter(({ drawn }) => drawn === 'whole')

describe.each([...publicPages, notFoundPage, ...whole])(
  'the prerendered page $path',
  ({ path }) => {
    it('is complete, with its one heading and the frame around it', async () => {
      const { body: html } = await prerender(path)
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
      for (const part of ['<header', '<main', '<footer', 'href="/login"'])
        expect(html).toContain(part)
    })

    it('begins with a link past its frame, to the content', async () => {
      const { body: html } = await prerender(path)
      const [, target] = /<a [^>]*href="#([^"]+)"[^>]*>Skip to content</.exec(html) ?? []
      expect(html).toContain(`<main id="${target}" tabindex="-1"`)
    })

    it('holds nothing that the content security policy refuses', async () => {
      expect((await prerender(path)).body).not.toMatch(/<(script|style)| style=| on[a-z]+=/)
    })

    it('cannot send a form before the scripts have come', async () => {
      const forms = (await prerender(path)).body.match(/<form[^>]*>/g) ?? []
      expect(forms).toHaveLength(FORMS[path] ?? 0)
      for (const form of forms) expect(form).toContain('method="dialog"')
    })
  },
)

describe.each(appShells.filter(({ drawn }) => drawn === 'frame'))('the frame of $path', (shell) => {
  it('has its title and the room of the rest, for assistive technology too', async () => {
    const html = await prerenderFrame(shell.path)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html).toMatch(/role="status"[^>]*>.*Loading/)
    expect(html).not.toMatch(/<(script|style)| style=| on[a-z]+=/)
  })
})

describe('the appointment page drawn from data', () => {
  const calendar = { today: '2026-06-06', lastDay: '2026-07-30', closures: [] }
  const treatments = [
    { _id: '1', name: 'Weight <b>Loss</b>', slots: ['09:00 AM - 09:30 AM'], price: 80 },
  ]

  it('is complete, for whoever may be signed in', async () => {
    const page = await prerender('/appointment', {
      booking: { calendar, first: { day: '2026-06-08', treatments } },
    })
    // Without the marks between two pieces of a text.
    const body = page.body.replaceAll('<!-- -->', '')
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(body).toContain('Available appointments on Jun 8, 2026')
    expect(body).toContain('Monday, June 8, 2026, selected')
    expect(body).toContain('Weight &lt;b&gt;Loss&lt;')
    expect(body).toContain('1 space Available')
    expect(body).toContain('aria-label="Account menu"')
    expect(body).not.toContain('Loading')
    expect(body).not.toMatch(/<(script|style)| style=| on[a-z]+=/)
  })

  it('says so when no day can be booked', async () => {
    const never = { ...calendar, lastDay: calendar.today }
    const { body } = await prerender('/appointment', {
      booking: { calendar: never, first: null },
    })
    expect(body).toContain('No appointments are available right now')
  })
})

describe('a page drawn from data', () => {
  const doctor = {
    _id: '1',
    name: 'Dr. <b>Amara</b>',
    designation: null,
    specialty: 'Allergy Testing',
    img: '/images/1',
    sources: [],
    facebook: null,
    linkedin: null,
    twitter: null,
  }

  it('shows it, as text', async () => {
    const { body } = await prerender('/doctors', { team: [doctor] })
    expect(body).toContain('Dr. &lt;b&gt;Amara&lt;/b&gt;')
    expect(body).toContain('src="/images/1"')
    expect(body).not.toContain('Loading')
  })

  it('says so when there is nothing, and waits where it is not given', async () => {
    const nobody = await prerender('/doctors', { team: [] })
    expect(nobody.body).toContain('will introduce themselves here soon')
    expect((await prerender('/doctors')).body).toContain('Loading the doctors')
  })
})

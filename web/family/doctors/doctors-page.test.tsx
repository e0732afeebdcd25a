import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import defaultPortrait from '#web/illustrations/avatar.svg'
import portrait from '#web/illustrations/doctor-okafor.svg'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import DoctorsPage from './doctors-page.tsx'

const amara = {
  _id: '1',
  name: 'Dr. Amara Okafor',
  designation: 'Head Pediatrician',
  specialty: 'Allergy Testing',
  img: '/images/1',
  sources: [
    { type: 'image/avif', srcset: '/images/1/160.avif 160w, /images/1/320.avif 320w' },
    { type: 'image/webp', srcset: '/images/1/160.webp 160w, /images/1/320.webp 320w' },
  ],
  facebook: 'https://facebook.example/amara',
  linkedin: null,
  twitter: null,
}

function show(answer: () => Response | Promise<Response>) {
  const { answers } = fakeServer()
  answers['GET /team'] = answer
  render(
    <InSite>
      <DoctorsPage />
    </InSite>,
  )
  return answers
}

describe('the doctors', () => {
  it('are shown with what they do and where they can be followed', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    show(() => promise)
    expect(screen.getByRole('status')).toHaveTextContent('Loading doctors')
    resolve(Response.json([amara]))
    const card = (await screen.findByRole('heading', { name: amara.name })).closest('li')
    expect(card).toHaveTextContent('Head Pediatrician')
    expect(card).toHaveTextContent('Allergy Testing')
    const links = within(card ?? document.body).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([amara.facebook])
    expect(links[0]).toHaveAccessibleName('Dr. Amara Okafor on Facebook')
  })

  it('show the home page’s portrait, or the default one, while there is no photo', async () => {
    const without = { img: null, sources: [] }
    const newcomer = { ...amara, ...without, _id: '2', name: 'Dr. New' }
    const photographed = { ...amara, _id: '3', name: 'Dr. Photo' }
    show(() => Response.json([{ ...amara, ...without }, newcomer, photographed]))
    await screen.findByRole('heading', { name: 'Dr. New' })
    const shown = [...document.querySelectorAll('li img')].map((image) => image.getAttribute('src'))
    expect(shown).toEqual([portrait, defaultPortrait, '/images/1'])
  })

  it('use the best image format, and the portrait when the photo fails', async () => {
    show(() => Response.json([amara]))
    await screen.findByRole('heading', { name: amara.name })
    const sources = () =>
      [...document.querySelectorAll('picture source')].map((source) => [
        source.getAttribute('type'),
        source.getAttribute('srcset'),
      ])
    expect(sources()).toEqual(amara.sources.map(({ type, srcset }) => [type, srcset]))
    fireEvent.error(document.querySelector('li img') ?? document.body)
    expect(document.querySelector('li img')).toHaveAttribute('src', portrait)
    expect(sources()).toEqual([])
  })

  it('are announced when none is listed yet', async () => {
    show(() => Response.json([]))
    expect(await screen.findByText(/will be listed here soon/)).toBeVisible()
  })

  it('can be loaded again after a failure', async () => {
    const answers = show(() => refusal(400, 'The list is closed.'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The list is closed.')
    answers['GET /team'] = () => Response.json([amara])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: amara.name })).toBeVisible()
  })
})

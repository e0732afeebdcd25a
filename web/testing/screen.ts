import { act, screen as page, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { SimulatedClock } from 'xstate'
import type { HeldActors } from '#machines/testing/held-actors.ts'
import {
  type Name,
  problemsOf,
  type Role,
  readFacts,
  type Screen,
  UNNAMED,
} from '#machines/testing/screen.ts'
import type { Server } from '#machines/testing/tours.ts'

let lastShown: Element | null = null

// jsdom lays nothing out: what a browser would scroll into view is remembered instead.
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  lastShown = this
}
const focus = HTMLElement.prototype.focus
HTMLElement.prototype.focus = function focusAndScroll(options) {
  focus.call(this, options)
  if (!options?.preventScroll) lastShown = this
}

/** The page has moved there: it is in view, and keyboard and screen reader go on from it. */
function expectArrivedAt(place: Element | null): void {
  expect(place).toHaveFocus()
  expect(lastShown).toBe(place)
}

/** A screen in jsdom. */
export function jsdomScreen(
  user: UserEvent,
  pathOf: () => string = () => '',
  root: () => Queries = () => page,
): Screen {
  const settled = <Found>(look: () => Found) => waitFor(look, { interval: 20 })
  const one = (role: Role, name?: Name, facts = {}) => {
    const found = find(root(), role, name)
    const problems = problemsOf(role, readFacts(found), facts)
    if (problems.length > 0) throw new Error(`${role} ${name ?? ''}: ${problems.join(', ')}`)
    return found[0] as HTMLElement
  }
  return {
    async click(role, name) {
      await user.click(await settled(() => one(role, name, { disabled: false })))
    },
    async fill(label, text) {
      const field = await settled(() => one('field', label, { disabled: false, readOnly: false }))
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
    },
    async select(label, option) {
      await user.selectOptions(
        await settled(() => one('field', label, { disabled: false })),
        option,
      )
    },
    press: (key) => user.keyboard(`{${key}}`),
    see: (role, name, facts) => settled(() => void one(role, name, facts)),
    gone: (role, name) =>
      settled(() => {
        if (find(root(), role, name).length > 0) throw new Error(`${role} ${name ?? ''} is there`)
      }),
    seeAll: (role, texts) =>
      settled(() => {
        expect(readFacts(find(root(), role)).map(({ text }) => text)).toEqual(texts)
      }),
    arrivedAt: (text) =>
      settled(() => {
        expect(document.activeElement).toHaveTextContent(text)
        expectArrivedAt(document.activeElement)
      }),
    path: async () => pathOf(),
    seePath: (path) =>
      settled(() => {
        if (typeof path === 'string') expect(pathOf()).toBe(path)
        else expect(pathOf()).toMatch(path)
      }),
    within: (role, name) => jsdomScreen(user, pathOf, () => within(one(role, name))),
  }
}

type Queries = Pick<typeof page, 'queryAllByLabelText' | 'queryAllByRole' | 'queryAllByText'>

function find(root: Queries, role: Role, name?: Name): HTMLElement[] {
  if (role === 'field') return root.queryAllByLabelText(name ?? /./)
  if (role === 'text') return root.queryAllByText(name ?? /./)
  if (!UNNAMED.some((unnamed) => unnamed === role)) return root.queryAllByRole(role, { name })
  return root
    .queryAllByRole(role)
    .filter((element) =>
      name instanceof RegExp
        ? name.test(element.textContent)
        : element.textContent.includes(name ?? ''),
    )
}

/** The calls of the machine behind the screens, and its clock. */
export function screensServer(
  actors: Pick<HeldActors<never>, 'succeed' | 'fail'>,
  clock?: SimulatedClock,
  delays: Record<string, number> = {},
): Server {
  return {
    succeed: (id, output) => act(async () => actors.succeed(id, output)),
    fail: (id, error) => act(async () => actors.fail(id, error)),
    wait: (delay) => act(async () => clock?.increment(delays[delay] ?? 0)),
  }
}

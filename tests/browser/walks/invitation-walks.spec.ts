import { expect, type Page } from '@playwright/test'
import type { ReceivedInvitation, SentInvitation } from '#contract/guardians/guardians.ts'
import type { InvitationAnswer } from '#machines/invitation/invitation-machine.ts'
import { invitationDriver } from '#machines/testing/invitation/invitation-driver.ts'
import { invitationWalks } from '#machines/testing/invitation/invitation-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { callAs, type Member, providerSessionOf, register, sessionOf } from '../member.ts'
import { addChild, childrenOf, confirmEmail } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

const REFUSALS = {
  notFound: [404, 'not_found'],
  otherAddress: [403, 'other_address'],
  unverified: [403, 'unverified'],
} as const

/**
 * The site's server handles acceptance, and the provider sends the email. The test answers the rest, such
 * as an invitation that was withdrawn.
 */
async function siteServer(page: Page, id: string): Promise<Server> {
  const stop = await openNetwork(page)
  const lookUp = stop('GET', `/guardian-invitations/${id}`)
  const calls = {
    loadInvitation: lookUp,
    checkEmail: lookUp,
    acceptInvitation: stop('POST', `/guardian-invitations/${id}/accept`),
    sendEmail: stop('POST', (path) => path.endsWith('accounts:sendOobCode')),
  }
  const take = (name: string) => calls[name as keyof typeof calls].take()

  return {
    async succeed(name, output) {
      const asked = await take(name)
      const answer = output as InvitationAnswer | undefined
      if (!answer) return asked.proceed()
      if (answer.kind === 'refused') {
        const { message } = answer
        return asked.answer(409, { code: 'too_many_guardians', message })
      }
      if (answer.kind !== 'invitation') {
        const [status, code] = REFUSALS[answer.kind]
        return asked.answer(status, { code, message: 'No.' })
      }
      const { invitation } = answer
      if (name === 'acceptInvitation' && invitation.state === 'accepted') return asked.proceed()
      return asked.answer(200, invitation)
    },
    async fail(name) {
      const asked = await take(name)
      return name === 'sendEmail' ? asked.fail() : asked.answer(429, OFFLINE)
    },
  }
}

/** An invitation by the mother of Mia and Ben; the user has added Mia, too. */
async function invite({ uid, email }: Member): Promise<ReceivedInvitation> {
  const mother = await register('Hannah Engel')
  confirmEmail(mother.uid)
  const bookable = ['Mia', 'Ben'].map((name) => addChild(mother.uid, name))
  const rights = { mayBook: true, mayPay: false, receivesEmail: true }
  const wanted = { children: bookable.map(({ _id }) => _id), email, ...rights }
  const { _id } = await callAs<SentInvitation>(mother, 'POST', '/guardian-invitations', wanted)
  const state = 'open'
  const until = new Date(Date.now() + 1e9).toISOString()
  const merges = [addChild(uid, 'Mia')]
  const names = { inviterEmail: mother.email, children: bookable }
  return { ...rights, ...names, _id, merges, bookable, state, until }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the invitation machine', () => {
  for (const [index, { name }] of invitationWalks(undefined, { each: 'state' }).entries()) {
    test(name, async ({ page }) => {
      const user = await register('Gina Guardian')
      confirmEmail(user.uid)
      const invitation = await invite(user)
      const walk = invitationWalks(invitation, { each: 'state' })[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const server = await siteServer(page, invitation._id)
      const storage = { ...sessionOf(user), ...(await providerSessionOf(user)) }
      await openWith(page, storage, `/invitation/${invitation._id}`)
      const { email } = user
      await takeInBrowser(walk, invitationDriver(pageScreen(page), server, { email, invitation }))
      const isAccepted = walk.steps.some(
        ({ event, state }) =>
          event.type === 'xstate.done.actor.acceptInvitation' && state.matches('accepted'),
      )
      expect(childrenOf(user.uid).toSorted()).toEqual(isAccepted ? ['Ben', 'Mia'] : ['Mia'])
    })
  }
})

import { expect } from 'vitest'
import { type OfferAnswer, type OfferContext, offerMachine } from '#machines/offer/offer-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { offerFixture } from './offer-walks.ts'

const offerId = offerFixture._id

/** Takes a walk on the offer machine alone, and checks what it knows in each of its states. */
export const walkOfferMachine = modelOf(offerMachine, drive, { offerId })

function drive(model: MachineModel<typeof offerMachine>): Expectations<typeof offerMachine> {
  const { inputOf } = model
  let offer: OfferContext['offer'] = null
  let message: string | null = null

  const knows = (...states: string[]) => {
    expect(model.context()).toEqual({ offerId, offer, message })
    if (states.length > 0) expect(states).toContain(offer?.state)
  }

  return {
    onEvent: () => {
      message = null
    },
    onDone: (_, output) => {
      const answer = output as OfferAnswer
      offer = answer.kind === 'notFound' ? null : answer.offer
      if (answer.kind === 'refused') message = answer.message
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      loading: () => {
        knows()
        expect(inputOf('loadOffer')).toEqual({ offerId })
      },
      loadFailed: () => {
        knows()
        expect(message).not.toBeNull()
      },
      notFound: () => knows(),
      open: () => knows('open'),
      accepting: () => {
        knows('open')
        expect(inputOf('acceptOffer')).toEqual({ offerId, version: offer?.version })
      },
      declining: () => {
        knows('open')
        expect(inputOf('declineOffer')).toEqual({ offerId })
      },
      accepted: () => knows('accepted'),
      declined: () => knows('declined'),
      gone: () => knows('expired', 'withdrawn'),
    },
  }
}

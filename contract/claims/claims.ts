import * as z from 'zod/mini'
import { TRANSLATIONS } from '#words/languages.ts'
import { claimState } from '../families/family-claim.ts'
import { newChild } from '../guardians/children.ts'
import { shownPhone } from '../phone.ts'

// A family of the previous system claims its records with the link of an email or a letter:
// docs/requirements.md#claims.

/** How many birth dates can be tried with a link. */
export const CLAIM_TRIES = 3

/** The most letters that are made at once. */
export const MOST_LETTERS = 100

/** `GET /claims`: families that were imported, by how far their invitation is. */
export const claimCounts = z.object({
  /** Who can be invited by email: an address that works, and no link that can be used. */
  toSend: z.int(),
  /** Who needs a letter: no address that works, and no letter that can be used. */
  toPrint: z.int(),
  /** Links that can be used. */
  sent: z.int(),
  printed: z.int(),
  /** Without tries left: the family needs a new letter. */
  failed: z.int(),
  /** Families that have an account now. */
  claimed: z.int(),
  /** The most emails within an hour. */
  mostAnHour: z.int(),
  /** For how many days a new link can be used. */
  linkDays: z.int(),
  /** How many emails the next press sends. */
  nextBatch: z.int(),
  /** ISO instant, UTC, at which more can be sent; null while it is possible, or none is left. */
  nextAt: z.nullable(z.string()),
  /** How many letters the last press has made that can still be used. */
  lastLetters: z.int(),
})
export type ClaimCounts = z.infer<typeof claimCounts>

/** `POST /claims/send`: how many emails were written, and the counts after it. */
export const sentClaims = z.object({ emails: z.int(), counts: claimCounts })
export type SentClaims = z.infer<typeof sentClaims>

/** `POST /claims/letters`: `last` makes the letters of the last press again, with new links. */
export const newLetters = z.strictObject({
  which: z.enum(['next', 'last'], 'Choose which letters'),
})

/** A letter to print. Nothing keeps its token. */
export const claimLetter = z.object({
  family: z.object({ _id: z.string(), name: z.string() }),
  /** Of the family; absent for English. */
  language: z.optional(z.enum(TRANSLATIONS)),
  /** In groups of four, so that it can be typed: the page is `/claim/{token}`. */
  token: z.string(),
  /** The last day on which it can be used: `2027-05-01`. */
  until: z.string(),
})
export type ClaimLetter = z.infer<typeof claimLetter>

export const claimLetters = z.object({ letters: z.array(claimLetter), counts: claimCounts })
export type ClaimLetters = z.infer<typeof claimLetters>

/** The guardian that the previous system names besides the family's. */
export const otherGuardian = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
})

/** What a claim has given to the account. */
export const claimedFamily = z.object({
  /** The children on the account's list, the eldest first. */
  children: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** The coming appointments, soonest first. */
  appointments: z.array(
    z.object({
      _id: z.string(),
      /** `2027-03-05` */
      date: z.string(),
      startMinute: z.number(),
      treatment: z.string(),
      /** The child's name; absent when it is for the guardian. */
      child: z.optional(z.string()),
    }),
  ),
  /** To fill in an invitation for these children; null without one, and once invited. */
  otherGuardian: z.nullable(otherGuardian),
})
export type ClaimedFamily = z.infer<typeof claimedFamily>

/**
 * The token, also as typed from a letter: any case, with or without hyphens. Any text, so that all
 * tokens that are not valid have the same answer.
 */
export const claimParams = z.object({ token: z.string() })

/** `GET /claims/{token}`: nothing about the family, unless the caller's account has it. */
export const claim = z.object({
  /** yours: the caller's account has the family. */
  state: z.enum([...claimState.options, 'yours']),
  triesLeft: z.int(),
  /** The last day on which it can be used. */
  until: z.string(),
  clinic: z.object({ name: z.string(), ...shownPhone }),
  /** Set for `yours`. */
  claimed: z.nullable(claimedFamily),
})
export type Claim = z.infer<typeof claim>

/** `POST /claims/{token}`, and the form: the birth date of one child of the family. */
export const claimProof = z.strictObject({ birthDate: newChild.shape.birthDate })

/** Why a family is not claimed (409). */
export const claimRefusal = z.object({
  code: z.enum([
    'wrong_birth_date',
    'failed',
    'expired',
    'replaced',
    'used',
    'no_children',
    'conflict',
    'too_many_children',
  ]),
  message: z.string(),
  triesLeft: z.int(),
})
export type ClaimRefusal = z.infer<typeof claimRefusal>

import type { ReactNode } from 'react'
import type { EventKind } from '../../../contract/audit.ts'

interface Words {
  /** The kind's name in the filter. */
  name: string
  /** What happened: who did it, and to whom or what. */
  tell: (who: ReactNode, it: ReactNode) => ReactNode
  /** The same where people do it to themselves. */
  tellOfOneself?: (who: ReactNode) => ReactNode
}

/** How the clinic's record is told, kind by kind. */
export const EVENT_WORDS: Record<EventKind, Words> = {
  'user.registered': { name: 'Signed up', tell: (_, it) => <>{it} signed up</> },
  'user.promoted': {
    name: 'Made an administrator',
    tell: (who, it) => (
      <>
        {who} made {it} an administrator
      </>
    ),
  },
  'user.demoted': {
    name: 'No administrator any more',
    tell: (who, it) => (
      <>
        {who} took the administrator’s rights from {it}
      </>
    ),
    tellOfOneself: (who) => <>{who} gave up the administrator’s rights</>,
  },
  'user.relinked': {
    name: 'Account replaced',
    tell: (_, it) => <>{it} came back with a new account of the same email</>,
  },
  'user.updated': {
    name: 'Profile changed',
    tell: (who, it) => (
      <>
        {who} changed the profile of {it}
      </>
    ),
    tellOfOneself: (who) => <>{who} changed their profile</>,
  },
  'user.removed': {
    name: 'User removed',
    tell: (who, it) => (
      <>
        {who} removed the user {it}
      </>
    ),
    tellOfOneself: (who) => <>{who} removed their own account</>,
  },
  'doctor.added': {
    name: 'Doctor added',
    tell: (who, it) => (
      <>
        {who} added the doctor {it}
      </>
    ),
  },
  'doctor.updated': {
    name: 'Doctor’s picture changed',
    tell: (who, it) => (
      <>
        {who} gave the doctor {it} another picture
      </>
    ),
  },
  'doctor.removed': {
    name: 'Doctor deleted',
    tell: (who, it) => (
      <>
        {who} deleted the doctor {it}
      </>
    ),
  },
  'image.received': {
    name: 'Picture uploaded',
    tell: (who, it) => (
      <>
        {it} was uploaded by {who}
      </>
    ),
  },
  'image.retried': {
    name: 'Picture tried again',
    tell: (who, it) => (
      <>
        {it} is processed again, as {who} asked
      </>
    ),
  },
  'image.processed': { name: 'Picture processed', tell: (_, it) => <>{it} was processed</> },
  'image.failed': { name: 'Picture failed', tell: (_, it) => <>{it} could not be processed</> },
  'image.removed': { name: 'Picture deleted', tell: (_, it) => <>{it} was deleted</> },
  'appointment.booked': {
    name: 'Appointment booked',
    tell: (who, it) => (
      <>
        {who} booked {it}
      </>
    ),
  },
  'appointment.cancelled': {
    name: 'Appointment cancelled',
    tell: (who, it) => (
      <>
        {who} cancelled {it}
      </>
    ),
  },
  'appointment.paid': { name: 'Appointment paid', tell: (_, it) => <>Paid: {it}</> },
  'payment.failed': { name: 'Payment failed', tell: (_, it) => <>A payment failed: {it}</> },
  'payment.refunded': {
    name: 'Payment refunded',
    tell: (_, it) => <>A payment was refunded: {it}</>,
  },
  'payment.disputed': {
    name: 'Payment disputed',
    tell: (_, it) => <>A payment is disputed: {it}</>,
  },
  'refund.requested': {
    name: 'Refund requested',
    tell: (_, it) => <>A refund was requested: {it}</>,
  },
  'refund.failed': { name: 'Refund failed', tell: (_, it) => <>A refund failed: {it}</> },
  'stripe.event_received': { name: 'Event of Stripe’s', tell: (_, it) => <>Stripe told of {it}</> },
}

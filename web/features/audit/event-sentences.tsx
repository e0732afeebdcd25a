import type { ReactNode } from 'react'
import type { EventKind } from '../../../contract/events.ts'

interface Words {
  /** The kind's name in the filter. */
  name: string
  /** What happened: who did it, and to whom or what. */
  tell: (who: ReactNode, it: ReactNode) => ReactNode
  /** The sentence when actor and subject are the same. */
  tellOfOneself?: (who: ReactNode) => ReactNode
}

/** Name and sentence for each kind of event. */
export const EVENT_WORDS: Record<EventKind, Words> = {
  'user.registered': { name: 'Signed up', tell: (_, it) => <>{it} signed up</> },
  'user.promoted': {
    name: 'Admin access granted',
    tell: (who, it) => (
      <>
        {who} made {it} an admin
      </>
    ),
  },
  'user.demoted': {
    name: 'Admin access removed',
    tell: (who, it) => (
      <>
        {who} removed {it}’s admin access
      </>
    ),
    tellOfOneself: (who) => <>{who} gave up admin access</>,
  },
  'user.relinked': {
    name: 'Account replaced',
    tell: (_, it) => <>{it} came back with a new account (same email)</>,
  },
  'user.updated': {
    name: 'Profile changed',
    tell: (who, it) => (
      <>
        {who} updated {it}’s profile
      </>
    ),
    tellOfOneself: (who) => <>{who} updated their profile</>,
  },
  'user.verified': {
    name: 'Email confirmed',
    tell: (_, it) => <>{it} confirmed their email address</>,
  },
  'user.sessions_ended': {
    name: 'Sessions ended',
    tell: (_, it) => <>All sessions of {it} were ended</>,
    tellOfOneself: (who) => <>All sessions of {who} were ended</>,
  },
  'user.viewed': {
    name: 'Data viewed',
    tell: (who, it) => (
      <>
        {who} viewed the data of {it}
      </>
    ),
  },
  'user.removed': {
    name: 'User removed',
    tell: (who, it) => (
      <>
        {who} removed user {it}
      </>
    ),
    tellOfOneself: (who) => <>{who} removed their own account</>,
  },
  'doctor.added': {
    name: 'Doctor added',
    tell: (who, it) => (
      <>
        {who} added doctor {it}
      </>
    ),
  },
  'doctor.updated': {
    name: 'Doctor’s photo changed',
    tell: (who, it) => (
      <>
        {who} changed doctor {it}’s photo
      </>
    ),
  },
  'doctor.removed': {
    name: 'Doctor deleted',
    tell: (who, it) => (
      <>
        {who} deleted doctor {it}
      </>
    ),
  },
  'image.received': {
    name: 'Photo uploaded',
    tell: (who, it) => (
      <>
        {who} uploaded {it}
      </>
    ),
  },
  'image.retried': {
    name: 'Photo retried',
    tell: (who, it) => (
      <>
        {who} retried processing {it}
      </>
    ),
  },
  'image.processed': { name: 'Photo processed', tell: (_, it) => <>{it} was processed</> },
  'image.failed': { name: 'Photo failed', tell: (_, it) => <>{it} couldn’t be processed</> },
  'image.removed': { name: 'Photo deleted', tell: (_, it) => <>{it} was deleted</> },
  'appointment.booked': {
    name: 'Appointment booked',
    tell: (who, it) => (
      <>
        {who} booked {it}
      </>
    ),
  },
  'appointment.cancelled': {
    name: 'Appointment canceled',
    tell: (who, it) => (
      <>
        {who} canceled {it}
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
  'stripe.event_received': { name: 'Stripe event', tell: (_, it) => <>Stripe sent {it}</> },
}

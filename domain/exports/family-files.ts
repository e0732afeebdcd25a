import { ALERT_NAMES } from '#contract/front-desk/alerts.ts'
import type { Database } from '#drizzle/client.ts'
import {
  listExportedAccounts,
  listExportedAlerts,
  listExportedChildren,
  listExportedDeskFamilies,
  listExportedGuardians,
} from '#drizzle/queries/exports/exported-rows.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { languageOf, type Translation } from '#words/languages.ts'
import { column, exportFile, importedColumn, pagesById } from './export-file.ts'
import { instantText, yesNo } from './texts.ts'

interface ExportedFamily {
  id: string
  hasAccount: boolean
  name: string
  phone: string | null
  email: string | null
  address: string | null
  emailVerified: boolean
  reminders: boolean
  language: Translation | null
  createdAt: Date
}

const languageName = (stored: Translation | null) => ENGLISH_NAMES[languageOf(stored)]

function* listFamilies(db: Database): Generator<ExportedFamily[]> {
  const accounts = pagesById(db, listExportedAccounts, ({ uid }) => uid)
  for (const page of accounts)
    yield page.map((user) => ({ ...user, id: user.uid, hasAccount: true }))
  const others = pagesById(db, listExportedDeskFamilies, ({ id }) => id)
  for (const page of others) {
    yield page.map((family) => ({
      ...family,
      hasAccount: false,
      address: null,
      emailVerified: false,
    }))
  }
}

export const families = exportFile<ExportedFamily>(
  {
    name: 'families.csv',
    about: 'Accounts of families, and families that the front desk books for without an account.',
  },
  [
    importedColumn('household', 'Id of the account or the family', ({ id }) => id),
    column('Account', 'yes: an account; no: a family without one', ({ hasAccount }) =>
      yesNo(hasAccount),
    ),
    importedColumn('guardianName', 'Name', ({ name }) => name),
    importedColumn('phone', 'Phone, as it was typed', ({ phone }) => phone),
    importedColumn('email', 'Email', ({ email }) => email),
    column('Email confirmed', 'Whether the account has confirmed its email', (family) =>
      yesNo(family.emailVerified),
    ),
    column('Address', 'Address of the account’s profile', ({ address }) => address),
    column('Reminders', 'Whether the family wants reminders by email', ({ reminders }) =>
      yesNo(reminders),
    ),
    importedColumn('language', 'Language of emails and receipts', ({ language }) =>
      languageName(language),
    ),
    column('Created', 'When it was added', ({ createdAt }) => instantText(createdAt)),
  ],
  listFamilies,
)

type ChildWithFamily = ReturnType<typeof listExportedChildren>[number]
type Guardian = ReturnType<typeof listExportedGuardians>[number]

function* listChildren(db: Database): Generator<(ChildWithFamily & { guardians: Guardian[] })[]> {
  const pages = pagesById(db, listExportedChildren, ({ child }) => child.id)
  for (const page of pages) {
    const all = listExportedGuardians(
      db,
      page.map(({ child }) => child.id),
    )
    const byChild = Map.groupBy(all, ({ guardianship }) => guardianship.childId)
    yield page.map((row) => ({ ...row, guardians: byChild.get(row.child.id) ?? [] }))
  }
}

interface ExportedPerson {
  name: string
  phone: string | null
  email: string | null
}

interface ExportedChild {
  child: ChildWithFamily['child']
  family: string | null
  guardian: (ExportedPerson & { language: Translation | null }) | null
  second: ExportedPerson | null
}

/** The first owner and the next guardian; without a guardian, the family of the front desk. */
function toChild({
  child,
  family,
  second,
  guardians: [first, next],
}: ChildWithFamily & { guardians: Guardian[] }): ExportedChild {
  if (!first) return { child, family: family?.id ?? null, guardian: family, second }
  return { child, family: first.user.uid, guardian: first.user, second: next?.user ?? second }
}

export const children = exportFile<ExportedChild>(
  {
    name: 'children.csv',
    about: 'Children, each with its first owner and one more guardian.',
    readAs: 'families',
  },
  [
    importedColumn(
      'household',
      'Id of the first owner’s account or the family',
      (row) => row.family,
    ),
    importedColumn('childId', 'Id of the child', ({ child }) => child.id),
    importedColumn('childName', 'Name of the child', ({ child }) => child.name),
    importedColumn('birthDate', 'Birth date', ({ child }) => child.birthDate),
    importedColumn(
      'guardianName',
      'Name of the guardian',
      ({ guardian }) => guardian?.name ?? null,
    ),
    importedColumn('phone', 'Phone of the guardian', ({ guardian }) => guardian?.phone ?? null),
    importedColumn('email', 'Email of the guardian', ({ guardian }) => guardian?.email ?? null),
    importedColumn('language', 'Language of the guardian’s emails', ({ guardian }) =>
      guardian ? languageName(guardian.language) : null,
    ),
    importedColumn('secondName', 'Name of the next guardian', ({ second }) => second?.name ?? null),
    importedColumn('secondPhone', 'Phone of the next guardian', (row) => row.second?.phone ?? null),
    importedColumn('secondEmail', 'Email of the next guardian', (row) => row.second?.email ?? null),
    column('Archived', 'When it was archived; empty: it was not', ({ child }) =>
      instantText(child.archivedAt),
    ),
    column('Created', 'When it was added', ({ child }) => instantText(child.createdAt)),
  ],
  function* (db) {
    for (const page of listChildren(db)) yield page.map(toChild)
  },
)

export const guardians = exportFile<Guardian & { childName: string }>(
  {
    name: 'guardians.csv',
    about:
      'Guardians with accounts, a row for each child and guardian, with the guardian’s rights.',
  },
  [
    column('Child id', 'Id of the child', ({ guardianship }) => guardianship.childId),
    column('Child name', 'Name of the child', ({ childName }) => childName),
    column('Guardian id', 'Id of the guardian’s account', ({ user }) => user.uid),
    column('Guardian name', 'Name of the guardian', ({ user }) => user.name),
    column('Guardian email', 'Email of the guardian', ({ user }) => user.email),
    column('Owner', 'Whether the guardian decides about the others', ({ guardianship }) =>
      yesNo(guardianship.isOwner),
    ),
    column('May book', 'Right to book, move and cancel', ({ guardianship }) =>
      yesNo(guardianship.mayBook),
    ),
    column('May pay', 'Right to pay', ({ guardianship }) => yesNo(guardianship.mayPay)),
    column('Receives emails', 'Right to the emails about appointments', ({ guardianship }) =>
      yesNo(guardianship.receivesEmail),
    ),
    column('Since', 'Since when', ({ guardianship }) => instantText(guardianship.createdAt)),
  ],
  function* (db) {
    for (const page of listChildren(db)) {
      yield page.flatMap(({ child, guardians }) =>
        guardians.map((guardian) => ({ ...guardian, childName: child.name })),
      )
    }
  },
)

export const alerts = exportFile<ReturnType<typeof listExportedAlerts>[number]>(
  {
    name: 'alerts.csv',
    about: 'Alerts of children as they are now; only if the admin has chosen it.',
  },
  [
    column('Child id', 'Id of the child', ({ child }) => child.id),
    column('Child name', 'Name of the child', ({ child }) => child.name),
    column(
      'Kind',
      `${Object.values(ALERT_NAMES).join(', ')}`,
      ({ alert }) => ALERT_NAMES[alert.kind],
    ),
    column('Text', 'What staff wrote', ({ alert }) => alert.text),
    column('Written', 'When', ({ alert }) => instantText(alert.writtenAt)),
  ],
  (db) => pagesById(db, listExportedAlerts, ({ alert }) => alert.id),
)

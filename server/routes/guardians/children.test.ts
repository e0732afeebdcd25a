import { beforeEach, describe, expect, it } from 'vitest'
import { type Child, childList, MOST_CHILDREN } from '#contract/guardians/children.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import {
  correctChild,
  insertChild,
  insertGuardian,
  listGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { events } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { MIA } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  MONDAY_MORNING,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'

let test: TestApp
let anna: Session
let boris: Session

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com')
  boris = await signIn(test, 'boris@example.com')
})

async function add(details: object = MIA, by = anna): Promise<Child> {
  const response = await by.post('/children', details)
  expect(response.statusCode).toBe(201)
  return response.json()
}

async function list(by = anna): Promise<Child[]> {
  const response = await by.get('/children')
  return childList.parse(response.json()).children
}

/** Adds Boris as a guardian without the right to change the child. */
function join(childId: string) {
  const rights = { mayBook: true, mayPay: false, receivesEmail: false }
  insertGuardian(test.db, { childId, uid: boris.uid, ...rights, createdAt: MONDAY_MORNING })
}

const kinds = () =>
  allOf(test.db, events)
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('child.'))

describe('children', () => {
  it('are added, changed, archived and restored, each with an event', async () => {
    const mia = await add({ name: '  Mia ', birthDate: 'Jun 5, 2021' })
    expect(mia).toMatchObject({ ...MIA, archived: false, isOwner: true, mayBook: true })
    const changed = { name: 'Mia Lou', birthDate: '2021-06-06', archived: true }
    expect((await anna.put(`/children/${mia._id}`, changed)).json()).toMatchObject(changed)
    expect(await list()).toMatchObject([changed])
    await anna.put(`/children/${mia._id}`, { ...changed, archived: false })
    // Saving it again changes nothing.
    await anna.put(`/children/${mia._id}`, { ...changed, archived: false })
    expect(kinds()).toEqual(['child.added', 'child.updated', 'child.archived', 'child.updated'])
  })

  it('with a new birth date that does not fit an appointment are listed to admins with it', async () => {
    const { _id } = await add()
    const booked = await book(test, anna, { child: _id })
    const admin = await signInAdmin(test)
    const misfits = async () => (await admin.get('/schedule/misfits')).json()
    expect(await misfits()).toEqual([])
    // Eighteen on the day of the appointment.
    const change = { ...MIA, birthDate: '2009-03-02', archived: false }
    expect((await anna.put(`/children/${_id}`, change)).statusCode).toBe(200)
    expect(await misfits()).toMatchObject([
      {
        _id: booked,
        reasons: ['other_age'],
        patientName: 'Mia',
        child: { age: '18 years', bookedBy: 'anna' },
      },
    ])
  })

  it('are listed to their guardians only, the eldest first, archived ones last', async () => {
    const ben = await add({ name: 'Ben', birthDate: '2018-01-01' })
    await add()
    await add({ name: 'Ada', birthDate: '2019-01-01' })
    await anna.put(`/children/${ben._id}`, { name: 'Ben', birthDate: '2018-01-01', archived: true })
    expect((await list()).map(({ name }) => name)).toEqual(['Ada', 'Mia', 'Ben'])
    expect(await list(boris)).toEqual([])
  })

  it('are deleted without other guardians, and archived with one', async () => {
    const mia = await add()
    expect((await anna.delete(`/children/${mia._id}`)).json()).toEqual({ outcome: 'deleted' })
    expect(await list()).toEqual([])
    const ben = await add({ name: 'Ben', birthDate: '2018-01-01' })
    join(ben._id)
    expect((await anna.delete(`/children/${ben._id}`)).json()).toEqual({ outcome: 'archived' })
    expect(await list(boris)).toMatchObject([{ name: 'Ben', archived: true, isOwner: false }])
  })

  it.each([
    ['the same name and birth date', { name: 'mía', birthDate: '2021-06-05' }, 'same_child'],
    ['a birth date in the future', { name: 'Ida', birthDate: '2027-03-02' }, 'not_born'],
    ['an adult', { name: 'Ida', birthDate: '2009-03-01' }, 'adult'],
  ])('cannot be added with %s', async (_, details, code) => {
    await add()
    const response = await anna.post('/children', details)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code })
    expect(await list()).toHaveLength(1)
  })

  it('may share a birth date or a name, as twins and cousins do', async () => {
    await add()
    await add({ ...MIA, name: 'Lou' })
    await add({ ...MIA, birthDate: '2022-06-05' })
    await add(MIA, boris)
    expect(await list()).toHaveLength(3)
  })

  it('are limited to twelve, archived ones not included', async () => {
    const [first] = await Promise.all(
      Array.from({ length: MOST_CHILDREN }, (_, index) => add({ ...MIA, name: `Child ${index}` })),
    )
    expect((await anna.post('/children', MIA)).json()).toMatchObject({ code: 'too_many_children' })
    const archived = { name: 'Child 0', birthDate: MIA.birthDate, archived: true }
    await anna.put(`/children/${first?._id}`, archived)
    await add()
    const restore = await anna.put(`/children/${first?._id}`, { ...archived, archived: false })
    expect(restore.json()).toMatchObject({ code: 'too_many_children' })
  })

  it('are changed by their owners only; for others they do not exist', async () => {
    const { _id } = await add()
    const change = { ...MIA, name: 'Max', archived: false }
    expect((await boris.put(`/children/${_id}`, change)).statusCode).toBe(404)
    expect((await boris.delete(`/children/${_id}`)).statusCode).toBe(404)
    join(_id)
    expect((await boris.put(`/children/${_id}`, change)).statusCode).toBe(403)
    expect((await boris.delete(`/children/${_id}`)).statusCode).toBe(403)
    expect(await list()).toMatchObject([MIA])
  })

  it('are removed with the account of their only guardian, and stay with the next one otherwise', async () => {
    const admin = await signInAdmin(test)
    const mia = await add()
    const ben = await add({ name: 'Ben', birthDate: '2018-01-01' })
    join(ben._id)
    await admin.delete(`/user/${anna.email}`)
    expect(listGuardians(test.db, mia._id)).toEqual([])
    expect(await list(boris)).toMatchObject([{ name: 'Ben', isOwner: true, mayPay: true }])
    expect(eventsOf(test.db, mia._id).at(-1)).toMatchObject({
      kind: 'child.archived',
      data: { deleted: true },
    })
    const fields = ['owner', 'mayPay']
    expect(eventsOf(test.db, ben._id).slice(-2)).toMatchObject([
      { kind: 'guardian.updated', data: { uid: boris.uid, fields } },
      { kind: 'guardian.revoked', data: { uid: anna.uid } },
    ])
  })
})

describe('the database', () => {
  const child = (id: string) => ({ id, ...MIA, createdBy: anna.uid, createdAt: MONDAY_MORNING })

  it('refuses a second child of the same name, a thirteenth child and a seventh guardian', async () => {
    insertChild(test.db, child('one'))
    expect(() => insertChild(test.db, child('two'))).toThrow('family:same_child')
    const { $client } = test.db
    const fill = (count: number, sql: string) => {
      const statement = $client.prepare(sql)
      for (let n = 0; n < count; n += 1) statement.run({ n: String(n) })
    }
    fill(
      5,
      "INSERT INTO users (uid, email, name, created_at) VALUES ('g' || @n, @n || '@x', 'G', 0)",
    )
    fill(5, "INSERT INTO guardianships VALUES ('one', 'g' || @n, 0, 1, 1, 1, 0)")
    expect(() => join('one')).toThrow('family:too_many_guardians')
    fill(
      12,
      `INSERT INTO children (id, name, birth_date, created_by, created_at)
       VALUES ('c' || @n, 'Child ' || @n, '2020-01-01', 'anna', 0)`,
    )
    const guard = `INSERT INTO guardianships VALUES ('c' || @n, '${anna.uid}', 1, 1, 1, 1, 0)`
    expect(() => fill(12, guard)).toThrow('family:too_many_children')
    const details = { name: 'MIA', birthDate: MIA.birthDate }
    expect(() => correctChild(test.db, 'c1', details, BY_ADMIN)).toThrow('family:same_child')
  })

  it('keeps an owner as long as there are guardians', async () => {
    const { _id } = await add()
    join(_id)
    const { $client } = test.db
    const owner = `child_id = '${_id}' AND uid = '${anna.uid}'`
    for (const sql of [
      `DELETE FROM guardianships WHERE ${owner}`,
      `UPDATE guardianships SET is_owner = 0 WHERE ${owner}`,
    ]) {
      expect(() => $client.exec(sql)).toThrow('family:last_owner')
    }
  })
})

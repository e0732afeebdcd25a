import type { ReactNode } from 'react'
import type { ListedUser } from '../../../contract/users.ts'
import { Avatar } from '../../components/avatar.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { LocalDay } from '../../components/local-time.tsx'
import { Table } from '../../components/table.tsx'
import { useUser } from '../auth/auth-context.ts'
import { UserActions } from './user-actions.tsx'

interface UsersProps {
  users: readonly ListedUser[]
  onRemove: (user: ListedUser) => void
}

const COLUMNS = ['User', 'Role', 'Joined', 'Appointments', 'Actions'] as const
const ROLES = { admin: 'Admin', patient: 'Patient' } as const

/** The users as a table, where there is room for one. */
export function UsersTable({ users, onRemove }: UsersProps) {
  return (
    <Table caption="All users" columns={COLUMNS}>
      {users.map((user) => (
        <tr key={user._id} className="border-t border-base-300">
          <th scope="row" className="w-full max-w-0 px-3 py-3 font-normal">
            <Identity user={user} />
          </th>
          <td className="px-3 py-3">{ROLES[user.role]}</td>
          <td className="px-3 py-3 whitespace-nowrap">
            <LocalDay instant={user.joined} />
          </td>
          <td className="px-3 py-3">{user.appointments}</td>
          <td className="px-3 py-3">
            <UserActions user={user} onRemove={() => onRemove(user)} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The users one under the other, where there is not. */
export function UsersList({ users, onRemove }: UsersProps) {
  return (
    <ul aria-label="All users" className="grid gap-4 md:grid-cols-2">
      {users.map((user) => (
        <li key={user._id} className="leaf grid gap-4 bg-base-100 p-5 shadow-soft">
          <Identity user={user} />
          <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <Fact term="Role">{ROLES[user.role]}</Fact>
            <Fact term="Joined">
              <LocalDay instant={user.joined} />
            </Fact>
            <Fact term="Appointments">{user.appointments}</Fact>
          </dl>
          <UserActions user={user} onRemove={() => onRemove(user)} />
        </li>
      ))}
    </ul>
  )
}

function Identity({ user }: { user: ListedUser }) {
  const isSelf = useUser().email === user.email
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar photo={user.photo} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-extrabold">
          {user.name}
          {isSelf && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="text-sm text-muted">
          <EmailText email={user.email} />
        </p>
      </div>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}

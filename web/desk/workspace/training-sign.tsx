import { useQuery } from '@tanstack/react-query'
import { configOptions } from '#web/lib/api/config.ts'

/** On a site whose logins and payments are stand-ins. */
export function TrainingSign() {
  const config = useQuery(configOptions()).data
  if (config?.identity.mode !== 'emulator' || !config.payments.scriptUrl) return null
  return (
    <p
      title="Logins and card payments are simulated here"
      className="shrink-0 rounded-lg bg-honey px-2 text-sm font-bold text-nowrap text-base-content max-md:hidden"
    >
      Training clinic
    </p>
  )
}

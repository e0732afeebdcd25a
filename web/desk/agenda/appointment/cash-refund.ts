import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatPrice } from '#contract/money.ts'
import { toast } from '#web/components/toasts.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { handBack } from '#web/desk/appointments/cash-payments-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'

/** Reloads the agenda after a change of this desk, and after a refusal. */
export function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: AGENDA_KEY })
}

/** @param onError shows why it failed, also when the row has changed meanwhile */
export function useCashRefund(id: string, onError?: (error: Error) => void) {
  const refresh = useRefresh()
  const { identify } = usePatientTexts()
  return useMutation({
    mutationFn: (refund: { version: number; reason: string }) => handBack({ id, ...refund }),
    onSuccess: (entry) =>
      toast.success(`${formatPrice(entry.price)} handed back for ${identify(entry)}`),
    onError,
    onSettled: refresh,
  })
}

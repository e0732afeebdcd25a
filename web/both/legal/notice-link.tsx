import { LEGAL_TITLES } from '#contract/legal/legal-titles.ts'
import { InlineLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

/** Leads to the Notice of Privacy Practices, once it is published: docs/requirements.md#legal-pages. */
export function NoticeLink({ className }: { className?: string }) {
  const { legal = [] } = useClinic()
  if (!legal.some(({ page }) => page === 'notice')) return null
  return (
    <p className={className}>
      <InlineLink look="quiet" to="/legal/notice">
        {LEGAL_TITLES.notice}
      </InlineLink>
    </p>
  )
}

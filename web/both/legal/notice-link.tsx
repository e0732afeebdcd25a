import { InlineLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

/** Leads to the Notice of Privacy Practices, once it is published: docs/requirements.md#legal-pages. */
export function NoticeLink({ className }: { className?: string }) {
  const notice = useClinic().legal?.find(({ page }) => page === 'notice')
  if (!notice) return null
  return (
    <p className={className}>
      <InlineLink look="quiet" to="/legal/notice">
        {notice.title}
      </InlineLink>
    </p>
  )
}

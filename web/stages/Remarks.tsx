import { isPlainClick } from '#web/platform/navigation/is-plain-click.ts'
import { fieldId } from '#web/platform/ui/Field.tsx'
import { focusField } from '#web/platform/ui/focus-field.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface RemarksProps {
  remarks: readonly { field: string; text: string }[]
  labelOf: (field: string) => string
  /** For fields that are not on the page: opens their step, which takes the focus. */
  onOpen?: (field: string) => void
}

/** What must be corrected. Each line links to its field. */
export function Remarks({ remarks, labelOf, onOpen }: RemarksProps) {
  if (remarks.length === 0) return null
  return (
    <Notice tone="warning" title="Работу вернули на доработку">
      <ul>
        {remarks.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            {labelOf(field) ? (
              <>
                <a
                  href={`#${fieldId(field)}`}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return
                    event.preventDefault()
                    if (onOpen) onOpen(field)
                    else focusField(fieldId(field))
                  }}
                >
                  {labelOf(field)}
                </a>
                : {text}
              </>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

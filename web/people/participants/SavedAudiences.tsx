import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxAudienceTitle } from '#shared/seasons/competitions/limits.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { audienceOf, nobodyAsked, searchOf } from './AudienceFields.tsx'
import styles from './Participants.module.css'
import { type Asked, audiencesQuery, useForgetAudience, useSaveAudience } from './queries.ts'

interface SavedAudiencesProps {
  competition: string
  asked: Asked
  onAsk: (change: Partial<Asked>) => void
}

/** Saved audiences, for all organisers of the competition; the filters in the address can be saved or cleared. */
export function SavedAudiences({ competition, asked, onAsk }: SavedAudiencesProps) {
  const { data } = useQuery(audiencesQuery(competition))
  const [open, setOpen] = useState<'save' | 'all' | null>(null)
  const audience = audienceOf(asked)
  const narrowed = Object.keys(audience).length > 0
  const saved = data?.audiences ?? []
  const known = saved.some((one) => sameAudience(one.audience, audience))
  if (!narrowed && saved.length === 0) return null
  return (
    <nav className={styles.saved} aria-label="Сохранённые отборы">
      {saved.map(({ id, title, about, audience: of }) => (
        <PortalLink
          key={id}
          alone
          to={`/admin/${competition}/people?${searchOf(of)}`}
          aria-current={sameAudience(of, audience) ? 'true' : undefined}
          title={about}
        >
          {title}
        </PortalLink>
      ))}
      {narrowed && (
        <Button kind="quiet" size="s" flush onClick={() => onAsk(nobodyAsked)}>
          Снять отбор
        </Button>
      )}
      {narrowed && !known && (
        <Button kind="quiet" size="s" flush onClick={() => setOpen('save')}>
          Сохранить отбор
        </Button>
      )}
      {saved.length > 0 && (
        <Button kind="quiet" size="s" flush onClick={() => setOpen('all')}>
          Удалить отборы
        </Button>
      )}
      {open === 'save' && <SaveDialog competition={competition} audience={audience} onClose={() => setOpen(null)} />}
      {open === 'all' && <AllDialog competition={competition} onClose={() => setOpen(null)} />}
    </nav>
  )
}

function keyOf(audience: Audience): string {
  const search = searchOf(audience)
  search.sort()
  return search.toString()
}
const sameAudience = (one: Audience, other: Audience) => keyOf(one) === keyOf(other)

interface DialogProps {
  competition: string
  onClose: () => void
}

const titleForm = formOf({
  name: 'title',
  label: 'Название',
  hint: 'Его увидят все организаторы конкурса',
  view: 'text',
  validation_rules: { required: true, max_length: maxAudienceTitle },
  custom_errors: { required: 'Напишите название' },
})

function SaveDialog({ competition, audience, onClose }: DialogProps & { audience: Audience }) {
  const act = useSaveAudience(competition)
  return (
    <FormDialog
      title="Сохранить отбор"
      act="Сохранить"
      size="s"
      form={titleForm}
      send={({ title }) => act.mutateAsync({ title: textOf(title).trim(), ...audience })}
      onClose={onClose}
    />
  )
}

function AllDialog({ competition, onClose }: DialogProps) {
  const { data } = useQuery(audiencesQuery(competition))
  const act = useForgetAudience(competition)
  return (
    <Dialog title="Сохранённые отборы" isOpen onClose={onClose}>
      <p className={styles.quiet}>Участников и их метки удаление не меняет.</p>
      {data?.audiences.length === 0 && <p>Отборов больше нет.</p>}
      <ul className={styles.kept}>
        {data?.audiences.map(({ id, title, about, by }) => (
          <li key={id}>
            <span>
              {title}
              <span className={styles.quiet}>
                {about}
                {by !== '' && `. ${by}`}
              </span>
            </span>
            <Button
              kind="quiet"
              size="s"
              aria-label={`Удалить отбор ${quoted(title)}`}
              pending={act.isPending && act.variables === id}
              onClick={() => act.mutate(id, { onError: (error) => showBanner(failureText(error)) })}
            >
              Удалить
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

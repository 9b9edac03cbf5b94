import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { MultiSelect } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { type Extensions, extendRegions, extensionsQuery } from './extension-queries.ts'
import { newEnd } from './new-end.ts'
import styles from './Participants.module.css'

interface ExtendRegionsProps {
  competition: string
  code: string
  extensions: Extensions
  onClose: () => void
}

/** Asks which regions get more time, until when and why, and shows how many people are affected. */
export function ExtendRegions({ competition, code, extensions, onClose }: ExtendRegionsProps) {
  const queries = useQueryClient()
  const before = extensions.closes_at === null ? null : parseWire(extensions.closes_at)
  const [regions, setRegions] = useState<readonly string[]>([])
  const [closesAt, setClosesAt] = useState(() => newEnd(before, serverNow(), 1))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const people = extensions.regions.filter(({ id }) => regions.includes(id)).reduce((sum, each) => sum + each.people, 0)
  const extending = useMutation({
    mutationFn: () =>
      extendRegions(competition, code, { regions: [...regions], closes_at: closesAt, reason: reason.trim() }),
    onSuccess: (changed) => {
      queries.setQueryData(extensionsQuery(competition, code).queryKey, changed)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner('Срок продлён, участники получат уведомления', 'success')
      onClose()
    },
  })
  const end = parseWire(closesAt)
  const faults = {
    regions: regions.length === 0 ? 'Выберите регионы' : null,
    closesAt:
      end === null ? 'Напишите день и время' : before && end <= before ? 'Новый срок должен быть позже прежнего' : null,
    reason: reason.trim() === '' ? 'Напишите причину' : null,
  }
  const extend = () => {
    setTried(true)
    const wrong = faults.regions ? 'regions' : faults.closesAt ? 'regions_until' : faults.reason ? 'regions_why' : null
    if (wrong === null) return extending.mutate()
    const field = document.getElementById(`field-${wrong}`)
    ;(field?.querySelector('button') ?? field)?.focus()
  }
  return (
    <Dialog title="Продлить регионам" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!extending.isPending) extend()
        }}
      >
        {before && (
          <p>
            Сейчас этап заканчивается <Moments text={showDateTime(before)} />. Сократить срок так нельзя.
          </p>
        )}
        <MultiSelect
          label="Регионы"
          name="regions"
          options={extensions.regions.map(({ id, value, people: waiting }) => ({
            value: id,
            label: value,
            ...(waiting > 0 && { description: `ещё не сдали: ${waiting}` }),
          }))}
          error={tried ? faults.regions : null}
          value={regions}
          onChange={setRegions}
        />
        <p className={styles.quiet} role="status">
          {regions.length > 0 && `Срок изменится для ${counted(people, 'человека', 'человек', 'человек')}`}
        </p>
        <DateTimeField
          name="regions_until"
          label="Новый срок"
          error={tried ? faults.closesAt : null}
          value={closesAt}
          onChange={setClosesAt}
        />
        <TextArea
          name="regions_why"
          label="Причина"
          hint="Её прочитают участники"
          rows={2}
          limit={maxReason}
          error={tried ? faults.reason : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={extending.error} />
        <Button type="submit" pending={extending.isPending}>
          Продлить
        </Button>
      </form>
    </Dialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Audience, useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'

type To = 'all' | 'region' | 'people'

const audiences: { value: To; label: string }[] = [
  { value: 'all', label: 'Всем, кто сейчас проходит тест' },
  { value: 'region', label: 'Участникам из одного региона' },
  { value: 'people', label: 'Отдельным участникам' },
]

/** Extra minutes for those who are at work now. */
export function MinutesDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const [to, setTo] = useState<To>('all')
  const [region, setRegion] = useState('')
  const [numbers, setNumbers] = useState('')
  const [minutes, setMinutes] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const season = useQuery(seasonQuery(place.competition))
  const give = useTest(place).minutes
  const people = (numbers.match(/\d+/g) ?? []).map(Number)
  const faults = {
    minutes: isMinutes(minutes) ? null : 'Целое число от 1 до 240',
    reason: reason.trim().length >= 3 ? null : 'Напишите причину: она останется в журнале',
    region: to === 'region' && region === '' ? 'Выберите регион' : null,
    people: to === 'people' && people.length === 0 ? 'Напишите номера участников' : null,
  }
  const audience: Audience = to === 'all' ? { all: true } : to === 'region' ? { region } : { people }
  function send() {
    setTried(true)
    if (Object.values(faults).some((fault) => fault !== null)) return
    give.mutate({ minutes: Number(minutes), reason, audience })
  }
  return (
    <Dialog
      title="Добавить минуты"
      isOpen
      onClose={onClose}
      actions={
        give.data ? (
          <Button onClick={onClose}>Готово</Button>
        ) : (
          <Button pending={give.isPending} onClick={send}>
            Добавить
          </Button>
        )
      }
    >
      <div className={styles.part}>
        <FailureNotice error={give.error} />
        {give.data ? (
          <Notice tone="success" role="status">
            Минуты получили {counted(give.data.reached, 'участник', 'участника', 'участников')}
          </Notice>
        ) : (
          <>
            <RadioGroup
              label="Кому"
              name="minutes-to"
              value={to}
              options={audiences}
              onChange={(value) => setTo(value as To)}
            />
            {to === 'region' && (
              <Select
                label="Регион"
                name="minutes-region"
                value={region}
                options={(season.data?.choices.regions ?? []).map(({ id, value }) => ({ value: id, label: value }))}
                onChange={setRegion}
                error={tried ? faults.region : null}
              />
            )}
            {to === 'people' && (
              <TextField
                label="Номера участников через пробел или запятую"
                name="minutes-people"
                value={numbers}
                onChange={setNumbers}
                error={tried ? faults.people : null}
              />
            )}
            <NumberField
              label="Сколько минут"
              name="minutes-count"
              maxLength={3}
              value={minutes}
              onChange={setMinutes}
              error={tried ? faults.minutes : null}
            />
            <TextField
              label="Причина"
              name="minutes-reason"
              value={reason}
              onChange={setReason}
              error={tried ? faults.reason : null}
            />
            <p className={styles.quiet}>
              Срок сдвинется у тех, кто ещё не закончил. Дольше этапа попытка не продлится.
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}

export const isMinutes = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 240

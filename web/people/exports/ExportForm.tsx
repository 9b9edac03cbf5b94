import { useState } from 'react'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { AudienceFields } from '#web/people/participants/AudienceFields.tsx'
import { useGivenAudience } from '#web/people/participants/use-given-audience.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import styles from './Exports.module.css'
import { type Exports, useAskExport } from './queries.ts'

type Column = Exports['columns'][number]

/** Columns chosen one by one. */
const ownSet = 'own'

/** The people, the columns and the format. The filter of the list of people comes with the address. */
export function ExportForm({ competition, list }: { competition: string; list: Exports }) {
  const { asked, audience, onAsk } = useGivenAudience()
  const [set, setSet] = useState(list.sets[0]?.id ?? ownSet)
  const [own, setOwn] = useState<readonly string[]>([])
  const [format, setFormat] = useState('xlsx')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const act = useAskExport(competition)
  const columns = set === ownSet ? own : (list.sets.find(({ id }) => id === set)?.columns ?? [])
  const documents = list.columns.some(({ id, document }) => document && columns.includes(id))
  const faults = {
    columns: columns.length === 0 ? 'Выберите хотя бы один столбец' : null,
    reason: documents && reason.trim() === '' ? 'Напишите, зачем нужны номера документов' : null,
  }
  const ask = () => {
    setTried(true)
    if (faults.columns || faults.reason) {
      document
        .getElementById(faults.columns ? 'field-set' : 'field-reason')
        ?.querySelector('input')
        ?.focus()
      document.getElementById(faults.columns ? 'field-set' : 'field-reason')?.focus()
      return
    }
    act.mutate({ ...audience, format: format as 'xlsx' | 'csv', columns: [...columns], reason: reason.trim() })
  }
  return (
    <Panel title="Новая таблица">
      <form
        className={lists.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.isPending) ask()
        }}
      >
        <AudienceFields label="Кого выгрузить" asked={asked} choices={list.choices} onAsk={onAsk} />
        <RadioGroup
          label="Что выгрузить"
          name="set"
          options={[
            ...list.sets.map(({ id, title, columns: of }) => ({
              value: id,
              label: title,
              hint: inWords(of, list.columns),
            })),
            { value: ownSet, label: 'Выбрать столбцы' },
          ]}
          error={tried ? faults.columns : null}
          value={set}
          onChange={setSet}
        />
        {set === ownSet && <Columns all={list.columns} chosen={own} onChange={setOwn} />}
        {documents && (
          <TextArea
            name="reason"
            label="Зачем нужны номера документов"
            hint="Причина останется в списке выгрузок"
            rows={2}
            limit={maxReason}
            error={tried ? faults.reason : null}
            value={reason}
            onChange={setReason}
          />
        )}
        <RadioGroup
          label="Формат"
          name="format"
          options={[
            { value: 'xlsx', label: 'Excel (xlsx)' },
            { value: 'csv', label: 'csv для Excel' },
          ]}
          value={format}
          onChange={setFormat}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" pending={act.isPending}>
          Подготовить файл
        </Button>
        {/* The list of files may be out of sight. */}
        <p className={lists.quiet} role="status">
          {act.isSuccess && list.exports[0] && afterAsking[list.exports[0].state]}
        </p>
      </form>
    </Panel>
  )
}

const afterAsking: Record<Exports['exports'][number]['state'], string> = {
  waiting: 'Готовим файл. Он скачается сам.',
  ready: 'Файл готов. Он и все прежние — в списке «Заказанные файлы».',
  failed: 'Файл не получился. Закажите его ещё раз.',
  gone: '',
}

const shown = 8

function inWords(ids: readonly string[], columns: readonly Column[]): string {
  const titles = ids.flatMap((id) => columns.find((column) => column.id === id)?.title ?? [])
  const rest = titles.length - shown
  const words = titles.slice(0, rest > 1 ? shown : titles.length).join(', ')
  return rest > 1 ? `${words} и ещё ${rest}` : words
}

function Columns(props: { all: readonly Column[]; chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const { all, chosen, onChange } = props
  const turn = (id: string, on: boolean) =>
    onChange(all.map((column) => column.id).filter((of) => (of === id ? on : chosen.includes(of))))
  return [...groupBy(all, ({ part }) => part)].map(([part, columns]) => (
    <fieldset key={part} className={styles.part}>
      <legend>{part}</legend>
      {columns.map(({ id, title }) => (
        <Checkbox
          key={id}
          name={`column-${id}`}
          setting
          label={title}
          value={chosen.includes(id)}
          onChange={(on) => turn(id, on)}
        />
      ))}
    </fieldset>
  ))
}

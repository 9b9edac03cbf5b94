import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type FormSchema, textOf } from '#shared/forms/fields/field.ts'
import { copyForm } from '#shared/seasons/competitions/copy-form.ts'
import { maxSeasonFile } from '#shared/seasons/competitions/season-file-limits.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { type Season, useSeasonFile } from '#web/seasons/console/queries.ts'
import { SeasonFileField } from '#web/seasons/console/SeasonFileField.tsx'
import styles from './ConsolePage.module.css'
import { inTree } from './course.ts'

const first = ':first'
const sameWeekdays = '364'

/** Adds a stage to the season. */
export function AddStage({ competition, season }: { competition: string; season: Season }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" size="s" onClick={() => setOpen(true)}>
        Добавить этап
      </Button>
      {open && <NewStage competition={competition} season={season} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Acts on the whole season: a copy of it, a file of it, and a new season from a file. */
export function SeasonActs({ competition }: { competition: string }) {
  const [open, setOpen] = useState<'copy' | 'file' | null>(null)
  const close = () => setOpen(null)
  const file = useSeasonFile(competition)
  return (
    <div className={styles.ofSeason}>
      <Button kind="secondary" size="s" onClick={() => setOpen('copy')}>
        Скопировать сезон
      </Button>
      <Button kind="secondary" size="s" pending={file.isPending} onClick={() => file.mutate()}>
        Скачать сезон файлом
      </Button>
      <Button kind="secondary" size="s" onClick={() => setOpen('file')}>
        Создать из файла
      </Button>
      {open === 'copy' && <NewSeason competition={competition} onClose={close} />}
      {open === 'file' && <SeasonOfFile competition={competition} onClose={close} />}
    </div>
  )
}

interface ActProps {
  competition: string
  onClose: () => void
}

function NewStage({ competition, season, onClose }: ActProps & { season: Season }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const stages = inTree(season.stages).map(({ stage }) => stage)
  const form: FormSchema = {
    version: 1,
    sections: [
      {
        code: 'stage',
        title: '',
        fields: [
          {
            name: 'type',
            label: 'Вид этапа',
            view: 'select',
            options: season.kinds.map(({ type, title }) => ({ id: type, value: title })),
            validation_rules: { required: true },
          },
          { name: 'title', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 200 } },
          {
            name: 'after',
            label: 'После какого этапа',
            view: 'select',
            options: [
              { id: first, value: 'В самом начале' },
              ...stages.map(({ code, title }) => ({ id: code, value: title })),
            ],
            validation_rules: { required: true },
          },
        ],
      },
    ],
  }
  return (
    <FormDialog
      title="Новый этап"
      form={form}
      answer={{ after: stages.at(-1)?.code ?? first }}
      act="Добавить"
      send={async ({ type, title, after }) => {
        const added = await api('POST /admin/competitions/:competition/stages', {
          params: { competition },
          body: { type: textOf(type), title: textOf(title), after: after === first ? null : textOf(after) },
        })
        await queries.invalidateQueries({ queryKey: ['console', competition] })
        return added
      }}
      onDone={({ code }) => void navigate({ to: `/admin/${competition}/stages/${code}` })}
      onClose={onClose}
    />
  )
}

/** Opens the console of the new season. */
function useNewSeason() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (code: string, words: string) => {
    void queries.invalidateQueries({ queryKey: ['duties'] })
    showBanner(`${words}. Пока его видят только организаторы`, 'success')
    await navigate({ to: `/admin/${code}` })
  }
}

function SeasonOfFile({ competition, onClose }: ActProps) {
  const [file, setFile] = useState<File | null>(null)
  const show = useNewSeason()
  return (
    <FormDialog
      title="Создать сезон из файла"
      form={copyForm}
      answer={{ days: '0' }}
      act="Создать"
      send={async ({ title, code, days }) =>
        api('POST /admin/competitions/from-file', {
          body: {
            competition_code: competition,
            title: textOf(title),
            code: textOf(code).trim(),
            days: Number(textOf(days)),
            file: file && file.size <= maxSeasonFile ? await file.text() : '',
          },
        })
      }
      onDone={({ code }) => void show(code, 'Сезон создан')}
      onClose={onClose}
    >
      <SeasonFileField file={file} onChange={setFile} />
    </FormDialog>
  )
}

function NewSeason({ competition, onClose }: ActProps) {
  const show = useNewSeason()
  return (
    <FormDialog
      title="Скопировать сезон"
      form={copyForm}
      answer={{ days: sameWeekdays }}
      act="Скопировать"
      send={({ title, code, days }) =>
        api('POST /admin/competitions', {
          body: {
            competition_code: competition,
            title: textOf(title),
            code: textOf(code).trim(),
            days: Number(textOf(days)),
          },
        })
      }
      onDone={({ code }) => void show(code, 'Сезон скопирован')}
      onClose={onClose}
    />
  )
}

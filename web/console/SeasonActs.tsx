import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type FormSchema, textOf } from '#shared/forms/field.ts'
import { copyForm } from '#shared/season-editing/copy-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './ConsolePage.module.css'
import { inTree } from './course.ts'
import type { Season } from './queries.ts'

const first = ':first'
const sameWeekdays = '364'

/** What can be begun from the overview: another stage, or a season like this one. */
export function SeasonActs({ competition, season }: { competition: string; season: Season }) {
  const [open, setOpen] = useState<'stage' | 'copy' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={styles.acts}>
      <Button kind="secondary" size="s" onClick={() => setOpen('stage')}>
        Добавить этап
      </Button>
      <Button kind="secondary" size="s" onClick={() => setOpen('copy')}>
        Скопировать сезон
      </Button>
      {open === 'stage' && <NewStage competition={competition} season={season} onClose={close} />}
      {open === 'copy' && <NewSeason competition={competition} onClose={close} />}
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
      action="Добавить"
      send={({ type, title, after }) =>
        api('POST /admin/competitions/:competition/stages', {
          params: { competition },
          body: { type: textOf(type), title: textOf(title), after: after === first ? null : textOf(after) },
        })
      }
      onDone={async ({ code }) => {
        await queries.invalidateQueries({ queryKey: ['console', competition] })
        onClose()
        await navigate({ to: `/admin/${competition}/stages/${code}` })
      }}
      onClose={onClose}
    />
  )
}

function NewSeason({ competition, onClose }: ActProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <FormDialog
      title="Скопировать сезон"
      form={copyForm}
      answer={{ days: sameWeekdays }}
      action="Скопировать"
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
      onDone={async ({ code }) => {
        onClose()
        void queries.invalidateQueries({ queryKey: ['duties'] })
        showBanner('Сезон скопирован. Пока его видят только организаторы', 'success')
        await navigate({ to: `/admin/${code}` })
      }}
      onClose={onClose}
    />
  )
}

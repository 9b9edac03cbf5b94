import { Frame, type FrameSlots } from '#web/seasons/themes/frame/Frame.tsx'
import styles from './Layout.module.css'

/** Half of the entrance is dawn; inside, the ridges are the ground that the page stands on. */
export const Layout = (slots: FrameSlots) => (
  <Frame
    slots={slots}
    styles={styles}
    onField="foot"
    ground={
      <svg viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M0 74 160 30l130 44L450 14l150 56 140-34 170 46L1060 20l130 48 120-30 130 40v42H0Z"
          fill="var(--art-1)"
          fillOpacity="0.2"
        />
        <path
          d="M0 92 200 56l150 38 170-52 170 48 200-40 150 36 180-44 220 50v28H0Z"
          fill="var(--art-2)"
          fillOpacity="0.5"
        />
        <path d="m0 104 220-22 240 28 230-34 240 32 210-26 300 24v14H0Z" fill="var(--field)" />
      </svg>
    }
  />
)

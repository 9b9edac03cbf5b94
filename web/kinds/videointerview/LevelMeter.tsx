import styles from './Interview.module.css'

/** How loud the microphone is. */
export function LevelMeter({ level }: { level: number }) {
  return (
    <div className={styles.meter}>
      <span id="microphone-level">Микрофон</span>
      {/* biome-ignore lint/a11y/useSemanticElements: every browser draws its own meter differently */}
      <div
        className={styles.meterTrack}
        role="meter"
        aria-labelledby="microphone-level"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(level * 100)}
      >
        <div className={styles.meterBar} style={{ inlineSize: `${Math.round(level * 100)}%` }} />
      </div>
    </div>
  )
}

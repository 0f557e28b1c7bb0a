/** The brand mark: a box on its way. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b57d0" />
      <path d="M6 12h11v9H6z M9 12v3h5v-3" fill="none" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M20 16h6m-3-3 3 3-3 3"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

/** Applies the host's theme, style variables and size. */
export function applyHostContext(root: HTMLElement, context: McpUiHostContext): void {
  const { theme, styles, safeAreaInsets: insets, containerDimensions: room } = context;
  root.style.colorScheme = theme ?? 'light dark';
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  if (insets) {
    const { top, right, bottom, left } = insets;
    root.style.padding = `${top}px ${right}px ${bottom}px ${left}px`;
  }
  // In a frame of fixed height the page scrolls; otherwise the host resizes its frame to the reported height.
  root.classList.toggle('fixed', room !== undefined && 'height' in room);
}

/** Reports the height of an element, initially and after each change. */
export function watchHeight(element: HTMLElement, report: (height: number) => void): void {
  let reported = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height === reported) return;
    reported = height;
    report(height);
  });
  observer.observe(element);
}

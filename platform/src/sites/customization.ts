const both = (color: string) => ({ light: color, dark: color });

const CODE_THEME = { light: 'default-light' as const, dark: 'default-dark' as const };

/** The default appearance of a site. */
export function customization(title: string) {
  return {
    title,
    styling: {
      theme: 'clean' as const,
      primaryColor: both('#346ddb'),
      infoColor: both('#787878'),
      successColor: both('#00c950'),
      warningColor: both('#fe9a00'),
      dangerColor: both('#fb2c36'),
      corners: 'rounded' as const,
      depth: 'subtle' as const,
      links: 'default' as const,
      font: 'Inter' as const,
      monospaceFont: 'IBMPlexMono' as const,
      background: 'plain' as const,
      icons: 'regular' as const,
      codeTheme: { default: CODE_THEME, openapi: CODE_THEME },
      sidebar: { background: 'default' as const, list: 'default' as const },
      search: 'prominent' as const,
    },
    internationalization: { locale: 'en' as const },
    favicon: {},
    header: { preset: 'default' as const, links: [] },
    footer: { groups: [] },
    themes: { default: 'light' as const, toggeable: true },
    pdf: { enabled: true },
    feedback: { enabled: false },
    aiSearch: { enabled: true },
    ai: { mode: 'search' as const, pageLinkSummaries: { enabled: false } },
    advancedCustomization: { enabled: false },
    git: { showEditLink: false },
    pageActions: {
      externalAI: false,
      markdown: true,
      mcp: false,
      items: ['markdown' as const, 'pdf' as const],
    },
    socialAccounts: [],
    externalLinks: { target: 'self' as const },
    pagination: { enabled: true },
    trademark: { enabled: true },
    privacyPolicy: {},
    socialPreview: {},
    insights: { trackingCookie: false },
  };
}

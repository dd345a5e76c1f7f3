//! The tokens that issuers give a known prefix, as a table.

/// One issuer's shape: a prefix, then at least `least` further bytes of `body`.
pub(super) struct Shape {
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    pub(super) least: usize,
    pub(super) body: Body,
}

/// What the part after the prefix is made of, and what tells it from words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// Capital letters and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Base64: letters, digits, `+`, `/` and `=`.
    Base64,
    /// Letters, digits, `-` and `_`.
    Url,
    /// As `Url`, where words joined by hyphens have the prefix too: it has capitals, small letters and
    /// digits.
    NoWords,
    /// As `NoWords`, and `.` and `$` too.
    Dotted,
}

use Body::{Alnum, Base64, Dotted, NoWords, Upper, Url};

const fn shape(kind: &'static str, prefix: &'static str, least: usize, body: Body) -> Shape {
    Shape {
        kind,
        prefix,
        least,
        body,
    }
}

/// The known shapes. Where one prefix is the beginning of another, the longer one comes first.
pub(super) const SHAPES: &[Shape] = &[
    // Clouds
    shape("AWS access key", "AKIA", 16, Upper),
    shape("AWS access key", "ASIA", 16, Upper),
    shape("AWS access key", "ABIA", 16, Upper),
    shape("AWS access key", "ACCA", 16, Upper),
    shape("Google API key", "AIza", 35, Url),
    shape("Google OAuth token", "ya29.", 20, Dotted),
    shape("Google OAuth secret", "GOCSPX-", 20, Url),
    shape("Alibaba access key", "LTAI", 16, Alnum),
    shape("Tencent access key", "AKID", 32, Alnum),
    shape("DigitalOcean token", "dop_v1_", 40, Alnum),
    shape("DigitalOcean token", "doo_v1_", 40, Alnum),
    shape("DigitalOcean token", "dor_v1_", 40, Alnum),
    shape("Cloudflare key", "v1.0-", 100, Url),
    shape("Heroku key", "HRKU-", 36, Url),
    shape("Fly.io token", "fm2_", 60, Base64),
    shape("Tailscale key", "tskey-", 36, NoWords),
    shape("Netlify token", "nfp_", 36, Alnum),
    // Forges, registries, builds
    shape("GitHub token", "github_pat_", 22, NoWords),
    shape("GitHub token", "ghp_", 30, Alnum),
    shape("GitHub token", "gho_", 30, Alnum),
    shape("GitHub token", "ghu_", 30, Alnum),
    shape("GitHub token", "ghs_", 30, Alnum),
    shape("GitHub token", "ghr_", 30, Alnum),
    shape("GitLab token", "glpat-", 20, Dotted),
    shape("GitLab token", "gldt-", 20, Url),
    shape("GitLab token", "glrt-", 20, Url),
    shape("GitLab token", "glptt-", 20, Url),
    shape("GitLab token", "glft-", 20, Url),
    shape("GitLab token", "glimt-", 20, Url),
    shape("GitLab token", "glagent-", 40, NoWords),
    shape("GitLab token", "glsoat-", 20, Url),
    shape("GitLab token", "glcbt-", 20, Url),
    shape("Atlassian token", "ATATT3", 60, Url),
    shape("Atlassian token", "ATCTT3", 60, Url),
    shape("Bitbucket password", "ATBB", 32, Alnum),
    shape("npm token", "npm_", 30, Alnum),
    shape("PyPI token", "pypi-", 50, NoWords),
    shape("RubyGems key", "rubygems_", 48, Alnum),
    shape("NuGet key", "oy2", 43, Alnum),
    shape("crates.io token", "cio", 32, Alnum),
    shape("Docker token", "dckr_pat_", 20, Url),
    shape("Docker token", "dckr_oat_", 20, Url),
    shape("Artifactory key", "AKCp", 60, Alnum),
    shape("CircleCI token", "CCIPAT_", 60, NoWords),
    shape("Buildkite token", "bkua_", 40, Alnum),
    shape("Sonar token", "squ_", 40, Alnum),
    shape("Sonar token", "sqp_", 40, Alnum),
    shape("Sonar token", "sqa_", 40, Alnum),
    shape("Pulumi token", "pul-", 40, Alnum),
    shape("Doppler token", "dp.pt.", 40, Dotted),
    shape("Doppler token", "dp.st.", 40, Dotted),
    shape("Infracost key", "ico-", 32, Alnum),
    shape("Prefect key", "pnu_", 36, Alnum),
    // Chat
    shape("Slack token", "xoxb-", 10, Url),
    shape("Slack token", "xoxp-", 10, Url),
    shape("Slack token", "xoxa-", 10, Url),
    shape("Slack token", "xoxr-", 10, Url),
    shape("Slack token", "xoxs-", 10, Url),
    shape("Slack token", "xoxe-", 10, Url),
    shape("Slack token", "xoxe.", 10, Dotted),
    shape("Slack token", "xapp-", 10, Url),
    // Payments and mail
    shape("Stripe key", "sk_live_", 16, Alnum),
    shape("Stripe key", "rk_live_", 16, Alnum),
    shape("Stripe key", "sk_test_", 16, Alnum),
    shape("Stripe key", "rk_test_", 16, Alnum),
    shape("Stripe key", "whsec_", 24, Alnum),
    shape("Square token", "sq0atp-", 22, Url),
    shape("Square token", "sq0csp-", 40, Url),
    shape("Shopify token", "shpat_", 30, Alnum),
    shape("Shopify token", "shpss_", 30, Alnum),
    shape("Shopify token", "shpca_", 30, Alnum),
    shape("Shopify token", "shppa_", 30, Alnum),
    shape("Razorpay key", "rzp_live_", 14, Alnum),
    shape("Braintree token", "access_token$production$", 40, Dotted),
    shape("Plaid token", "access-production-", 36, Url),
    shape("Flutterwave key", "FLWSECK-", 32, Url),
    shape("EasyPost key", "EZAK", 50, Alnum),
    shape("Shippo token", "shippo_live_", 40, Alnum),
    shape("SendGrid key", "SG.", 40, Dotted),
    shape("Mailgun key", "key-", 32, Alnum),
    shape("Brevo key", "xkeysib-", 64, Url),
    shape("Resend key", "re_", 30, NoWords),
    // Services
    shape("Vault token", "hvs.", 24, Url),
    shape("Vault token", "hvb.", 24, Url),
    shape("Databricks token", "dapi", 32, Alnum),
    shape("Linear key", "lin_api_", 30, Alnum),
    shape("Notion token", "ntn_", 40, Alnum),
    shape("Notion token", "secret_", 43, Alnum),
    shape("Airtable token", "pat", 79, Dotted),
    shape("Figma token", "figd_", 36, NoWords),
    shape("Grafana token", "glc_", 60, Base64),
    shape("Grafana token", "glsa_", 36, NoWords),
    shape("New Relic key", "NRAK-", 27, Upper),
    shape("Sentry token", "sntrys_", 60, Url),
    shape("Sentry token", "sntryu_", 60, Alnum),
    shape("Dynatrace token", "dt0c01.", 80, Dotted),
    shape("PostHog key", "phx_", 40, Alnum),
    shape("Postman key", "PMAK-", 50, Url),
    shape("PlanetScale password", "pscale_pw_", 32, Url),
    shape("PlanetScale token", "pscale_tkn_", 32, Url),
    shape("ReadMe key", "rdme_", 60, Alnum),
    shape("Supabase token", "sbp_", 40, Alnum),
    shape("Supabase key", "sb_secret_", 24, NoWords),
    shape("1Password token", "ops_eyJ", 200, Url),
    shape("Octopus key", "API-", 26, Upper),
    shape("Contentful token", "CFPAT-", 40, Url),
    shape("Typeform token", "tfp_", 50, NoWords),
    shape("LangSmith key", "lsv2_pt_", 40, Url),
    shape("LangSmith key", "lsv2_sk_", 40, Url),
    shape("Facebook token", "EAAC", 100, Alnum),
    shape("age key", "AGE-SECRET-KEY-1", 50, Upper),
    // Models
    shape("Anthropic key", "sk-ant-", 20, NoWords),
    shape("OpenRouter key", "sk-or-v1-", 40, Alnum),
    shape("OpenAI key", "sk-", 20, NoWords),
    shape("DeepSeek key", "sk-", 32, Alnum),
    shape("Hugging Face token", "hf_", 30, Alnum),
    shape("Groq key", "gsk_", 40, Alnum),
    shape("xAI key", "xai-", 60, Alnum),
    shape("Perplexity key", "pplx-", 40, Alnum),
    shape("Replicate token", "r8_", 36, Alnum),
    shape("Pinecone key", "pcsk_", 50, NoWords),
];

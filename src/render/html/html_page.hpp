#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A file that the build put into the program: its text, and its SHA-256 as a page's
/// Content-Security-Policy names it.
struct PageFile {
  std::string_view text, hash;
};

// The scripts and the styles of each kind of page, from src/render/page.
PageFile attention_script();
PageFile mask_script();
PageFile positions_script();
PageFile costs_script();
PageFile learning_script();
PageFile page_style();
PageFile sheet_style();

/// What a page is made of.
struct HtmlPage {
  std::string language = "en";  ///< "ja"
  std::string title{};          ///< as text
  PageFile style{}, script{};   ///< no script: ""
  std::string body{};           ///< HTML
  std::string data{};           ///< JSON for the script; "" for none
};

/// The body of a page that its script fills: the place for it, the region that a screen reader
/// listens to, and what stands there, as HTML, where no script runs.
std::string body_for_script(std::string_view without_script);

/// One file of its own, which loads nothing, runs nothing but its script and links nowhere.
std::string html_document(const HtmlPage& page);

}  // namespace attn
